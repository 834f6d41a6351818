// How long another process has worked so far. Only Linux tells without starting a program for it.
import { readFileSync } from "node:fs";

/** /proc counts in USER_HZ, which is 100 on every architecture Node.js runs on. */
const TICKS_PER_SECOND = 100;

/** User and system time of a process in seconds, or undefined where the system does not say. */
export function processorSeconds(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold anything; utime and stime are the 12th and 13th field after it (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    return Number.isFinite(seconds) ? seconds : undefined;
  } catch {
    return undefined;
  }
}
