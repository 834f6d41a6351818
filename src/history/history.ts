// The command `assay history`: tells the saves of one file and what each of them changed, and draws the pages before
// and after. It judges nothing.
import type { Historian } from "../engine/engine.ts";
import { StartError } from "../errors.ts";
import { endOfSave } from "../saves/earlier.ts";
import type { History } from "../saves.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { EARLIER_OPTIONS, readWanted, type Wanted, writeEarlier } from "../terminal/earlier.ts";
import { startEngine } from "../terminal/engine.ts";
import { findFiles } from "../terminal/files.ts";
import { endWithReader, plain, plainJson, terminalOf } from "../terminal/terminal.ts";
import { type Written, writePictures } from "./pictures.ts";
import { render, renderFailure } from "./render.ts";

const HELP = `Usage: assay history FILE [options]

Tells how often a PDF was saved and what each save changed: when, by what program, which values
became which, which objects it wrote. It does not judge; see assay check for that. Or writes the
file as one of the saves left it.

  FILE            the file
  --json          one JSON object; areas are in points from the bottom-left corner
  --pictures DIR  writes a picture of each page that a save changed, before and after side by side,
                  what was there marked red and what is there now green: page-2-save-3.png
  --save N        writes the file as save N left it, counted from 1; needs --out
  --out FILE      where it goes; a file that is there already is not written over
  --help          this text

Exit status:
  0  the history was told, and every picture that was asked for was written
  2  the file could not be read, a picture not drawn, or what --save asks for not written
`;

const TOLD = 0;
const NOT_TOLD = 2;

const OPTIONS = {
  json: { type: "boolean", default: false },
  pictures: { type: "string" },
  ...EARLIER_OPTIONS,
} as const;

type Options = { file: string; json: boolean; pictures: string | undefined; wanted: Wanted | undefined };

export async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    process.stdout.write(HELP);
    return TOLD;
  }
  endWithReader(process.stdout, NOT_TOLD);
  const file = await readable(options.file);
  const engine = await startEngine({ size: 1 });
  try {
    return await (options.wanted ? saveOne(engine, file, options.wanted) : tell(engine, file, options));
  } finally {
    await engine.close();
  }
}

function readOptions(args: string[]): Options | "help" {
  const { values, positionals } = readArguments("history", args, OPTIONS);
  if (values.help) return "help";
  const [file, ...others] = positionals;
  if (file === undefined) throw refusal("history", "Name a file");
  if (others.length > 0) throw refusal("history", "Name one file only");
  if (values.pictures === "") throw refusal("history", "--pictures needs the name of a folder");
  const wanted = readWanted("history", values);
  return { file, json: values.json, pictures: values.pictures, wanted };
}

/** The one file that is named: a folder has no history. */
async function readable(path: string): Promise<string> {
  const [found] = await findFiles([path]);
  if (found && "problem" in found) throw new StartError(`${plain(path)} ${found.problem}.`);
  if (found?.path !== path) throw new StartError(`${plain(path)} is a folder; name one file.`);
  return path;
}

/** Writes the file as a save left it. */
async function saveOne(engine: Historian, file: string, { number, out }: Wanted): Promise<number> {
  const end = endOfSave(await engine.history(file), number);
  return (await writeEarlier(file, end, out)) ? TOLD : NOT_TOLD;
}

async function tell(engine: Historian, file: string, { json, pictures }: Options): Promise<number> {
  const history = await engine.history(file);
  const drawn = pictures !== undefined && history.status === "completed";
  if (!json) show(file, history);
  const written = drawn ? await draw(engine, file, history, pictures, !json) : [];
  if (json)
    process.stdout.write(`${plainJson({ file, ...history, ...(pictures !== undefined && { pictures: written }) })}\n`);
  const whole = history.status === "completed" && history.cut === null;
  return whole && written.every((picture) => !("problem" in picture)) ? TOLD : NOT_TOLD;
}

function show(file: string, history: History): void {
  const terminal = terminalOf(process.stdout);
  const text = history.error ? renderFailure(file, history.error.message, terminal) : render(file, history, terminal);
  process.stdout.write(text);
}

async function draw(
  engine: Historian,
  file: string,
  history: History,
  folder: string,
  aloud: boolean,
): Promise<Written[]> {
  const all: Written[] = [];
  for await (const picture of writePictures(engine, file, history, folder)) {
    if (aloud && all.length === 0) process.stdout.write("\n");
    if ("problem" in picture) process.stderr.write(`assay: ${plain(picture.path)}: ${plain(picture.problem)}\n`);
    else if (aloud) process.stdout.write(`  Wrote ${plain(picture.path)}\n`);
    all.push(picture);
  }
  if (aloud && all.length === 0)
    process.stdout.write("\n  No save changed what a page shows, so there is no picture.\n");
  return all;
}
