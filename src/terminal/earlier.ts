// The options --save and --out: an earlier state of a file, written as a file of its own.
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { End } from "../saves/earlier.ts";
import { refusal } from "./arguments.ts";
import { reason } from "./files.ts";
import { plain } from "./terminal.ts";

export const EARLIER_OPTIONS = { save: { type: "string" }, out: { type: "string" } } as const;

/** Which one, counted from 1, and where it goes. */
export type Wanted = { number: number; out: string };

type Values = { save?: string | undefined; out?: string | undefined };

/** Both options or neither. */
export function readWanted(command: string, { save, out }: Values): Wanted | undefined {
  if (save === undefined && out === undefined) return undefined;
  if (out === undefined) throw refusal(command, "--save needs --out, the file to write");
  if (save === undefined) throw refusal(command, "--out needs --save, the number of what is to be written");
  if (out === "") throw refusal(command, "--out needs the name of a file");
  if (!/^[1-9]\d{0,5}$/.test(save)) throw refusal(command, "--save must be a whole number from 1");
  return { number: Number(save), out };
}

/** Tells what it wrote, or why it did not; the answer is whether it did. */
export async function writeEarlier(path: string, end: End, out: string): Promise<boolean> {
  const problem = await write(path, end, out);
  if (problem === undefined) process.stdout.write(`Wrote ${plain(out)}\n`);
  else process.stderr.write(`assay: ${plain(path)}: ${plain(problem)}\n`);
  return problem === undefined;
}

/** What went wrong, in a sentence; a file that is there already is never written over. */
async function write(path: string, end: End, out: string): Promise<string | undefined> {
  if ("problem" in end) return end.problem;
  try {
    await pipeline(createReadStream(path, { start: 0, end: end.end - 1 }), createWriteStream(out, { flags: "wx" }));
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return `${out} is there already; name another file.`;
    return `${out} ${reason(error).replace("read", "written")}.`;
  }
}
