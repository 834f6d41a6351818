// What all files of one command come to: the exit status and one line that counts them.

import type { Unreadable } from "../terminal/files.ts";
import type { CheckedDocument } from "./document.ts";

export type Checked = CheckedDocument | Unreadable;

export const NOTHING_FOUND = 0;
export const SOMETHING_FOUND = 1;
/** As with grep and diff, trouble outweighs a finding: a script that sees 1 knows that every file was checked. */
export const NOT_CHECKED = 2;

export function status(all: Checked[]): number {
  return Math.max(...all.map(statusOfOne));
}

function statusOfOne(checked: Checked): number {
  if ("problem" in checked || checked.status === "failed" || checked.verdict === "unsupported") return NOT_CHECKED;
  const against = checked.verdict === "suspicious" || checked.verdict === "tampered";
  return against ? SOMETHING_FOUND : NOTHING_FOUND;
}

export function tally(all: Checked[]): string {
  const counts = new Map<string, number>();
  for (const checked of all) {
    const word = "problem" in checked ? "unreadable" : (checked.verdict ?? "failed");
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return `${all.length} files: ${[...counts].map(([word, count]) => `${count} ${word}`).join(", ")}`;
}
