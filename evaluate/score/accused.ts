// The list of the real files that are accused today: what a change of the engine is held against, and how it is kept.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { askAll } from "./ask.ts";
import { readJudged } from "./judged.ts";
import type { Answer } from "./mark.ts";
import { COLLECTIONS, heldToBe, type RealFile, readReal } from "./sources.ts";

const evaluate = join(import.meta.dirname, "..");
export const JUDGED = join(evaluate, "judged.tsv");
export const LIST = join(evaluate, "accused.tsv");

/** Where the collections of real files lie, beside the project. */
export const FOLDERS = COLLECTIONS.map((name) => join(evaluate, "../../shared/corpora", name));

const HEAD = `# Real files that the engine accuses: start of the file's name, verdict. A test holds the engine to it;
# \`npm run evaluate -- --accept\` writes it anew, and its difference is the review.`;

/** Verdicts by the start of the file's name. */
export type Accused = Map<string, string>;

export function missingFolders(folders = FOLDERS): string[] {
  return folders.filter((folder) => !existsSync(folder));
}

export function realFiles(folders = FOLDERS): RealFile[] {
  const judged = readJudged(JUDGED);
  return folders.flatMap((folder) => readReal(folder, judged));
}

/** What the engine accuses of these files, asked in child processes. */
export async function askWhoIsAccused(files: RealFile[]): Promise<Accused> {
  const answers = await askAll(
    files.map(({ path }) => path),
    () => undefined,
  );
  return accusedOf(files, answers);
}

export function accusedOf(files: RealFile[], answers: Answer[]): Accused {
  const rows = files.flatMap((file, at) => {
    const { verdict, basis } = answers[at] ?? {};
    return basis === "negative" ? [[nameOf(file), String(verdict)] as const] : [];
  });
  return new Map(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function readAccused(text: string): Accused {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => line.split("\t")).map(([name = "", verdict = ""]) => [name, verdict]));
}

export function writeAccused(accused: Accused): string {
  return `${[HEAD, ...[...accused].map((row) => row.join("\t"))].join("\n")}\n`;
}

export function listed(): Accused {
  return readAccused(readFileSync(LIST, "utf8"));
}

export function accept(accused: Accused): void {
  writeFileSync(LIST, writeAccused(accused));
}

/** In sentences, what is otherwise than listed: the gravest first. */
export function differences(known: Accused, now: Accused, files: RealFile[]): string[] {
  const rows = files.flatMap((file) => {
    const [before, after] = [known.get(nameOf(file)), now.get(nameOf(file))];
    return before === after ? [] : [difference(file, before, after)];
  });
  const here = new Set(files.map(nameOf));
  const gone = [...known.keys()].filter((name) => !here.has(name));
  return [
    ...rows.sort((a, b) => a.rank - b.rank).map(({ text }) => text),
    ...gone.map((name) => `${name}: listed, but no such file is at hand`),
  ];
}

function difference(file: RealFile, before: string | undefined, after: string | undefined) {
  const held = heldToBe(file);
  const of = `${nameOf(file)} (${file.repository}), ${held === "unsettled" ? "nobody could settle what it is" : `held to be ${held}`}`;
  const because = file.why ? ` (${file.why})` : "";
  if (before === undefined) return { rank: held === "honest" ? 0 : 2, text: `${of}: accused anew, ${after}${because}` };
  if (after === undefined)
    return { rank: held === "edited" ? 1 : 3, text: `${of}: was ${before}, is silent${because}` };
  return { rank: 3, text: `${of}: was ${before}, is ${after}${because}` };
}

const nameOf = ({ path }: RealFile) => basename(path, ".pdf").slice(0, 16);
