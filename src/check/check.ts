// The command `assay check`: judges files through the same pool of engine processes as the service, and needs neither
// a server nor a database.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { ensureEngineBuilt } from "../engine/built.ts";
import { type Engine, openEngine } from "../engine/engine.ts";
import { StartError } from "../errors.ts";
import { documentOf } from "./document.ts";
import { type Found, findFiles, reason, type Unreadable } from "./find.ts";
import { inOrder } from "./in-order.ts";
import { startProgress } from "./progress.ts";
import { render } from "./render.ts";
import { type Checked, NOT_CHECKED, NOTHING_FOUND, status, tally } from "./result.ts";
import { plain, plainJson, terminalOf } from "./terminal.ts";

const HELP = `Usage: assay check FILE... [--json] [--jobs N]

Tells edited PDF files from genuine ones.

  FILE       a file, or a folder: it is searched for *.pdf and for files that begin like a PDF
  --json     one JSON object per file and line, with the members of the API's Document; id and
             report_url are null, file.name is the path, created_at is when the file was taken up
  --jobs N   files at once (as many as there are processors)
  --help     this text

Exit status:
  0  every file was checked and nothing speaks against any of them
  1  at least one file is suspicious or tampered
  2  at least one file could not be checked (failed, unsupported, unreadable), whatever the others are
`;

type Options = { files: string[]; json: boolean; jobs: number };

export async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    process.stdout.write(HELP);
    return NOTHING_FOUND;
  }
  process.stdout.on("error", quitWhenNobodyReads);
  const found = await findFiles(options.files);
  const checked = await checkAll(found, options);
  if (found.length > 1 && !options.json) process.stdout.write(`\n${tally(checked)}\n`);
  return status(checked);
}

function readOptions(args: string[]): Options | "help" {
  const { values, positionals: files } = parse(args);
  if (values.help) return "help";
  if (files.length === 0) throw new StartError("Name at least one file or folder to check; see assay check --help.");
  if (!/^[1-9]\d{0,2}$/.test(values.jobs)) throw new StartError("--jobs must be a whole number from 1 to 999.");
  return { files, json: values.json, jobs: Number(values.jobs) };
}

function parse(args: string[]) {
  const options = {
    json: { type: "boolean", default: false },
    jobs: { type: "string", default: String(availableParallelism()) },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/(?<=\.)\s/);
    throw new StartError(`${sentence?.replace(/\.$/, "")}; see assay check --help.`);
  }
}

async function checkAll(found: Found[], { json, jobs }: Options): Promise<Checked[]> {
  const readable = found.filter((file) => !("problem" in file));
  const engine = readable.length > 0 ? await startEngine(Math.min(jobs, readable.length)) : undefined;
  const progress = startProgress(process.stderr, found.length);
  const tasks = found.map((file) => async () => {
    const checked = engine && !("problem" in file) ? await check(engine, file.path) : (file as Unreadable);
    progress.step();
    return checked;
  });
  const all: Checked[] = [];
  try {
    for await (const checked of inOrder(tasks, jobs)) {
      progress.above(() => show(checked, json, all.length > 0));
      all.push(checked);
    }
  } finally {
    progress.end();
    await engine?.close();
  }
  return all;
}

async function startEngine(size: number): Promise<Engine> {
  if (!ensureEngineBuilt()) throw new StartError("There is no engine for this machine; run npm run build.");
  return openEngine({ size }).catch((error: Error) => {
    throw new StartError(error.message);
  });
}

async function check(engine: Engine, path: string): Promise<Checked> {
  const receivedAt = new Date();
  const outcome = await engine.analyze(path);
  try {
    return await documentOf(path, receivedAt, outcome);
  } catch (error) {
    // The engine could not read it and neither could this process, so there is no document to speak of.
    return { path, problem: reason(error) };
  }
}

function show(checked: Checked, json: boolean, again: boolean): void {
  if ("problem" in checked) process.stderr.write(`assay: ${plain(checked.path)} ${checked.problem}.\n`);
  else if (json) process.stdout.write(`${plainJson(checked)}\n`);
  else process.stdout.write(`${again ? "\n" : ""}${render(checked, terminalOf(process.stdout))}`);
}

/** As in `assay check … | head`: what is not read need not be checked. */
function quitWhenNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(NOT_CHECKED);
  throw error;
}
