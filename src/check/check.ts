// The command `assay check`: judges files through the same pool of engine processes as the service, and needs neither
// a server nor a database.
import { availableParallelism } from "node:os";
import type { Engine } from "../engine/engine.ts";
import { StartError } from "../errors.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { startEngine } from "../terminal/engine.ts";
import { type Found, findFiles, reason, type Unreadable } from "../terminal/files.ts";
import { endWithReader, plain, plainJson, terminalOf } from "../terminal/terminal.ts";
import { readTrustList } from "../trust-list.ts";
import { documentOf } from "./document.ts";
import { inOrder } from "./in-order.ts";
import { startProgress } from "./progress.ts";
import { render } from "./render.ts";
import { type Checked, NOT_CHECKED, NOTHING_FOUND, status, tally } from "./result.ts";

const HELP = `Usage: assay check FILE... [--json] [--jobs N] [--trust PEM-or-folder]

Tells edited PDF files from genuine ones.

  FILE          a file, or a folder: it is searched for *.pdf and for files that begin like a PDF
  --json        one JSON object per file and line, with the members of the API's Document; id and
                report_url are null, file.name is the path, created_at is when the file was taken up
  --jobs N      files at once (as many as there are processors)
  --trust PATH  the roots that count for signers: a PEM file, or a folder of such files
  --help        this text

Exit status:
  0  every file was checked and nothing speaks against any of them
  1  at least one file is suspicious or tampered
  2  at least one file could not be checked (failed, unsupported, unreadable), whatever the others are
`;

const OPTIONS = {
  json: { type: "boolean", default: false },
  jobs: { type: "string", default: String(availableParallelism()) },
  trust: { type: "string" },
} as const;

type Options = { files: string[]; json: boolean; jobs: number; trust?: string | undefined };

export async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    process.stdout.write(HELP);
    return NOTHING_FOUND;
  }
  endWithReader(process.stdout, NOT_CHECKED);
  const found = await findFiles(options.files);
  const checked = await checkAll(found, options);
  if (found.length > 1 && !options.json) process.stdout.write(`\n${tally(checked)}\n`);
  return status(checked);
}

function readOptions(args: string[]): Options | "help" {
  const { values, positionals: files } = readArguments("check", args, OPTIONS);
  if (values.help) return "help";
  if (files.length === 0) throw refusal("check", "Name at least one file or folder to check");
  if (!/^[1-9]\d{0,2}$/.test(values.jobs)) throw new StartError("--jobs must be a whole number from 1 to 999.");
  return { files, json: values.json, jobs: Number(values.jobs), trust: values.trust };
}

async function checkAll(found: Found[], { json, jobs, trust }: Options): Promise<Checked[]> {
  const readable = found.filter((file) => !("problem" in file));
  const roots = trust === undefined ? undefined : await readTrustList(trust, "--trust");
  const engine =
    readable.length > 0
      ? await startEngine({ size: Math.min(jobs, readable.length), ...(roots && { trust: roots }) })
      : undefined;
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
