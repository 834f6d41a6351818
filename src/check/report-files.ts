// What `assay check` writes beside its answer: a report of each file, and pictures of its marked pages.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { buildReport } from "../dashboard/report/build.ts";
import { shotName } from "../dashboard/report/frame.ts";
import { type Drawn, reportFile, shotsOfFile } from "../dashboard/report/standalone.tsx";
import type { WholeEngine } from "../engine/engine.ts";
import { inspect } from "../engine/inspect.ts";
import { StartError } from "../errors.ts";
import type { SignalDefinition } from "../report/catalogue.ts";
import type { Signal } from "../report.ts";
import type { Mark, Shot } from "../saves.ts";
import { reason } from "../terminal/files.ts";
import type { CheckedDocument } from "./document.ts";

export type Folders = { report: string | undefined; pictures: string | undefined };
/** What the person said of the files: what opens them, and when they came. */
export type Asked = { password: string | undefined; received: Date | undefined };
export type Written = { path: string } | { path: string; problem: string };

/** Writes what was asked for; each file by the name of its document, a number behind it where two are called alike. */
export type Writer = (document: CheckedDocument, path: string) => Promise<Written[]>;

const COLOURS: Record<string, Mark["colour"]> = {
  high: [0xb3, 0x15, 0x1c],
  medium: [0x8a, 0x4b, 0x00],
  low: [0x0b, 0x53, 0x94],
};
const NOTE: Mark["colour"] = [0x56, 0x60, 0x6a];

export async function openWriter(engine: WholeEngine, folders: Folders, asked: Asked): Promise<Writer | undefined> {
  const wanted = [folders.report, folders.pictures].filter((folder) => folder !== undefined);
  if (wanted.length === 0) return undefined;
  for (const folder of wanted) await makeFolder(folder);
  const catalogue = folders.report === undefined ? [] : await engine.catalogue();
  const names = new Map<string, number>();
  return async (document, path) => {
    const name = uniqueName(names, document.file.name);
    const reports =
      folders.report === undefined
        ? []
        : [await writeReport(engine, document, path, join(folders.report, `${name}.html`), catalogue, asked)];
    const pictures =
      folders.pictures === undefined
        ? []
        : await writePictures(engine, document.signals, path, join(folders.pictures, name), asked);
    return [...reports, ...pictures];
  };
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`${folder} ${reason(error).replace("read", "made")}.`);
  });
}

function uniqueName(names: Map<string, number>, path: string): string {
  const base = basename(path, extname(path)) || "document";
  const times = (names.get(base) ?? 0) + 1;
  names.set(base, times);
  return times === 1 ? base : `${base}-${times}`;
}

async function writeReport(
  engine: WholeEngine,
  document: CheckedDocument,
  path: string,
  target: string,
  catalogue: SignalDefinition[],
  asked: Asked,
): Promise<Written> {
  const inspection = document.status === "completed" ? await inspect(engine, path, asked) : null;
  const report = buildReport(document, inspection, catalogue);
  const pictures = new Map<string, Drawn>();
  for (const shot of inspection ? shotsOfFile(report) : []) {
    pictures.set(shotName(shot), await draw(engine, path, shot, [], asked));
  }
  return write(target, await reportFile(report, pictures));
}

/** One picture for each page on which something was found. */
async function writePictures(
  engine: WholeEngine,
  signals: Signal[],
  path: string,
  target: string,
  asked: Asked,
): Promise<Written[]> {
  const pages = [...new Set(signals.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b);
  const written: Written[] = [];
  for (const page of pages) {
    const marks = signals.flatMap((signal): Mark[] =>
      signal.page === page && signal.bbox
        ? [{ bbox: signal.bbox, colour: COLOURS[signal.severity ?? ""] ?? NOTE }]
        : [],
    );
    const file = `${target}-page-${page}.png`;
    const drawn = await draw(engine, path, { page, save: null }, marks, asked);
    written.push("png" in drawn ? await write(file, drawn.png) : { path: file, problem: drawn.problem });
  }
  return written;
}

async function draw(
  engine: WholeEngine,
  path: string,
  { page, save }: Shot,
  marks: Mark[],
  { password }: Asked,
): Promise<Drawn> {
  const wanted = { page, marks, ...(save === null ? {} : { save }) };
  const { png, error } = await engine.picture(path, wanted, { password });
  return png ? { png } : { problem: error?.message ?? "The page cannot be drawn." };
}

function write(path: string, content: string | Uint8Array): Promise<Written> {
  return writeFile(path, content).then(
    () => ({ path }),
    (error: unknown) => ({ path, problem: `It ${reason(error).replace("read", "written")}.` }),
  );
}
