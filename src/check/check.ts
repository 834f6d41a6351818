// The command `assay check`: judges files through the same pool of engine processes as the service, and needs neither
// a server nor a database.
import { availableParallelism } from "node:os";
import type { Engine, WholeEngine } from "../engine/engine.ts";
import { StartError } from "../errors.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { startEngine } from "../terminal/engine.ts";
import { type Found, findFiles, reason, type Unreadable } from "../terminal/files.ts";
import { type Received, receiveInput, STDIN } from "../terminal/input.ts";
import { readMoment } from "../terminal/moment.ts";
import { endWithReader, plain, plainJson, terminalOf } from "../terminal/terminal.ts";
import { readTrustList } from "../trust-list.ts";
import { documentOf, unreadDocument } from "./document.ts";
import { inOrder } from "./in-order.ts";
import { startProgress } from "./progress.ts";
import { render } from "./render.ts";
import type { Asked, Folders, Writer, Written } from "./report-files.ts";
import { type Checked, NOT_CHECKED, NOTHING_FOUND, status, tally } from "./result.ts";

const HELP = `Usage: assay check FILE... [options]

Tells edited PDF files from genuine ones.

  FILE            a file, or a folder: it is searched for *.pdf and for files that begin like a PDF;
                  - is standard input
  --report DIR    writes a report of each file: FILE.html, one file with its pictures in it, for a browser
  --pictures DIR  writes a picture of each page on which something was found, marked: FILE-page-2.png
  --json          one JSON object per file and line, with the members of the API's Document; id and
                  report_url are null, file.name is the path, created_at is when the file was taken up;
                  a file that cannot be read has status failed and the error code not_readable
  --password WORD opens encrypted files, as their user or their owner
  --jobs N        files at once (as many as there are processors)
  --trust PATH    the roots that count for signers: a PEM file, or a folder of such files
  --received TIME when the files came: a day, or a time with its zone (2026-03-01T09:30:00Z); signers are
                  judged at that time unless a trusted time stamp proves another, and without it at the
                  time they claim
  --help          this text

Exit status:
  0  every file was checked and nothing speaks against any of them
  1  at least one file is suspicious or tampered
  2  at least one file could not be checked (failed, unsupported, unreadable), whatever the others are,
     or a report or picture could not be written
`;

const OPTIONS = {
  json: { type: "boolean", default: false },
  jobs: { type: "string", default: String(availableParallelism()) },
  trust: { type: "string" },
  report: { type: "string" },
  pictures: { type: "string" },
  password: { type: "string" },
  received: { type: "string" },
} as const;

type Options = {
  files: string[];
  json: boolean;
  jobs: number;
  trust: string | undefined;
  asked: Asked;
  folders: Folders;
};

export async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    process.stdout.write(HELP);
    return NOTHING_FOUND;
  }
  endWithReader(process.stdout, NOT_CHECKED);
  const input = options.files.includes(STDIN) ? await receiveInput(process.stdin) : undefined;
  try {
    const found = await findAll(options.files, input);
    const { checked, written } = await checkAll(found, options);
    if (found.length > 1 && !options.json) process.stdout.write(`\n${tally(checked)}\n`);
    return written.some((file) => "problem" in file) ? NOT_CHECKED : status(checked);
  } finally {
    await input?.remove();
  }
}

/** A file and what it is called; standard input lies in a file that nobody named. */
type Named = { path: string; name: string };

async function findAll(names: string[], input: Received | undefined): Promise<(Named | Unreadable)[]> {
  const found: (Named | Unreadable)[] = [];
  for (const name of names) {
    if (name === STDIN && input) found.push({ path: input.path, name: "standard input" });
    else found.push(...(await findFiles([name])).map(named));
  }
  return found;
}

function named(file: Found): Named | Unreadable {
  return "problem" in file ? file : { path: file.path, name: file.path };
}

function readOptions(args: string[]): Options | "help" {
  const { values, positionals: files } = readArguments("check", args, OPTIONS);
  if (values.help) return "help";
  if (files.length === 0) throw refusal("check", "Name at least one file or folder to check");
  if (!/^[1-9]\d{0,2}$/.test(values.jobs)) throw new StartError("--jobs must be a whole number from 1 to 999.");
  if (files.filter((file) => file === STDIN).length > 1) throw refusal("check", "Name standard input once");
  const { json, jobs, trust, password, report, pictures } = values;
  const received = values.received === undefined ? undefined : readMoment(values.received, "--received");
  if (report === "") throw refusal("check", "--report needs the name of a folder");
  if (pictures === "") throw refusal("check", "--pictures needs the name of a folder");
  return { files, json, jobs: Number(jobs), trust, asked: { password, received }, folders: { report, pictures } };
}

type Done = { checked: Checked; written: Written[] };

async function checkAll(
  found: (Named | Unreadable)[],
  { json, jobs, trust, asked, folders }: Options,
): Promise<{ checked: Checked[]; written: Written[] }> {
  const readable = found.filter((file) => !("problem" in file));
  const roots = trust === undefined ? undefined : await readTrustList(trust, "--trust");
  const engine =
    readable.length > 0
      ? await startEngine({ size: Math.min(jobs, readable.length), ...(roots && { trust: roots }) })
      : undefined;
  const progress = startProgress(process.stderr, found.length);
  const all: Done[] = [];
  try {
    const writer = engine && (await writerOf(engine, folders, asked));
    const tasks = found.map((file) => async (): Promise<Done> => {
      const done =
        engine && !("problem" in file)
          ? await checkOne(engine, file, asked, writer)
          : { checked: file as Unreadable, written: [] };
      progress.step();
      return done;
    });
    for await (const done of inOrder(tasks, jobs)) {
      progress.above(() => show(done, json, all.length > 0));
      all.push(done);
    }
  } finally {
    progress.end();
    await engine?.close();
  }
  return { checked: all.map(({ checked }) => checked), written: all.flatMap(({ written }) => written) };
}

/** The parts that draw are loaded only when something is to be drawn. */
async function writerOf(engine: WholeEngine, folders: Folders, asked: Asked): Promise<Writer | undefined> {
  if (folders.report === undefined && folders.pictures === undefined) return undefined;
  const { openWriter } = await import("./report-files.ts");
  return openWriter(engine, folders, asked);
}

async function checkOne(engine: Engine, file: Named, asked: Asked, writer: Writer | undefined): Promise<Done> {
  const checked = await check(engine, file, asked);
  const written = writer && !("problem" in checked) ? await writer(checked, file.path) : [];
  return { checked, written };
}

async function check(engine: Engine, { path, name }: Named, asked: Asked): Promise<Checked> {
  const receivedAt = new Date();
  const outcome = await engine.analyze(path, asked);
  try {
    return await documentOf({ path, name, receivedAt }, outcome);
  } catch (error) {
    // The engine could not read it and neither could this process, so there is no document to speak of.
    return { path: name, problem: reason(error) };
  }
}

function show({ checked, written }: Done, json: boolean, again: boolean): void {
  showOne(checked, json, again);
  for (const file of written) {
    if ("problem" in file) process.stderr.write(`assay: ${plain(file.path)}: ${plain(file.problem)}\n`);
    else if (!json) process.stdout.write(`  Wrote ${plain(file.path)}\n`);
  }
}

function showOne(checked: Checked, json: boolean, again: boolean): void {
  if ("problem" in checked) {
    process.stderr.write(`assay: ${plain(checked.path)} ${checked.problem}.\n`);
    if (json) process.stdout.write(`${plainJson(unreadDocument(checked))}\n`);
  } else if (json) process.stdout.write(`${plainJson(checked)}\n`);
  else process.stdout.write(`${again ? "\n" : ""}${render(checked, terminalOf(process.stdout))}`);
}
