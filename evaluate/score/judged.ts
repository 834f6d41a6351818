// What people found who looked at real files that the engine accuses: read, kept and added to.
import { readFileSync, writeFileSync } from "node:fs";

export const JUDGEMENTS = ["right", "wrong", "open"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** `hash`: the start of the file's name, which is its SHA-256. */
export type Judged = { hash: string; judgement: Judgement; why: string };

/** Enough of a hash to name one file. */
const HASH = /^[0-9a-f]{8,64}$/;

export function readJudged(path: string): Judged[] {
  return parseJudged(readFileSync(path, "utf8"), path);
}

/** One file a line: start of its name, right / wrong / open, why. Lines that begin with # say what the list is. */
export function parseJudged(text: string, path = "judgements"): Judged[] {
  const judged = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [hash = "", said = "", ...why] = line.split("\t").map((cell) => cell.trim());
      const judgement = JUDGEMENTS.find((one) => one === said);
      if (!HASH.test(hash)) throw new Error(`${path}: "${hash}" is no start of a file's name`);
      if (!judgement) throw new Error(`${path}: "${said}" of ${hash} is neither right, wrong nor open`);
      return { hash, judgement, why: why.join(" ") };
    });
  const twice = judged.find(({ hash }, at) => judged.findIndex((other) => other.hash === hash) !== at);
  if (twice) throw new Error(`${path}: ${twice.hash} is judged twice`);
  return judged;
}

/** The list with what was judged since: later judgements of a file take the place of earlier ones. What it says of itself stays. */
export function withJudgements(text: string, added: Judged[]): string {
  const head = text.split("\n").filter((line) => line.startsWith("#"));
  const same = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  const kept = parseJudged(text).filter(({ hash }) => !added.some((one) => same(one.hash, hash)));
  const rows = [...kept, ...added].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const line = ({ hash, judgement, why }: Judged) => `${hash}\t${judgement}\t${why.replace(/\s+/g, " ")}`;
  return `${[...head, ...rows.map(line)].join("\n")}\n`;
}

/** Adds the judgements of a file that the honest track's page wrote to the list; returns how many. */
export function takeJudgements(list: string, from: string): number {
  const added = readJudged(from);
  writeFileSync(list, withJudgements(readFileSync(list, "utf8"), added));
  return added.length;
}

export function judgementOf(name: string, judged: Judged[]): Judged | undefined {
  return judged.find(({ hash }) => name.startsWith(hash));
}
