// Real files: how many the engine accuses, and what the people who looked at those found.
import type { Real } from "./page.ts";
import { fraction } from "./print.ts";

export type RealNumbers = {
  files: number;
  failed: number;
  accused: number;
  tampered: number;
  right: number;
  wrong: number;
  /** Nobody has looked yet, or looking did not settle it. */
  open: number;
  openFiles: string[];
};

export function realNumbers(real: Real[]): RealNumbers {
  const accused = real.filter(({ verdict }) => verdict === "suspicious" || verdict === "tampered");
  const judged = (judgement: string) => accused.filter((one) => (one.judged?.judgement ?? "open") === judgement);
  return {
    files: real.length,
    failed: real.filter(({ verdict }) => /^[a-z_]+$/.test(verdict) && (verdict.includes("_") || verdict === "failed"))
      .length,
    accused: accused.length,
    tampered: accused.filter(({ verdict }) => verdict === "tampered").length,
    right: judged("right").length,
    wrong: judged("wrong").length,
    open: judged("open").length,
    openFiles: judged("open").map(({ file }) => file),
  };
}

export function realSummary(numbers: RealNumbers): string {
  if (numbers.files === 0) return "No real files at hand.\n";
  const { files, failed, accused, tampered, right, wrong, open, openFiles } = numbers;
  const list = openFiles.length > 0 ? `Open: ${openFiles.join(" ")}\n` : "";
  return `Real files: ${files}, not analysable ${failed}, accused ${accused} (tampered ${tampered}): right ${right}, wrong ${wrong}, open ${open}
Wrongly accused: ${fraction({ of: files, hits: wrong })}\n${list}`;
}
