// Runs commands through `measure.py`, which can ask the system what each of them took.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sample } from "./figures.ts";
import { stages } from "./tools.ts";

/** A process that runs commands and tells what each took. */
export class Meter {
  private folder = mkdtempSync(join(tmpdir(), "meter-"));
  private child: ChildProcess;
  private answers: AsyncIterator<string>;

  constructor() {
    this.child = spawn("python3", [join(import.meta.dirname, "measure.py")], { stdio: ["pipe", "pipe", "inherit"] });
    if (!this.child.stdout) throw new Error("no output");
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async run(command: string[], bytes: number): Promise<Sample> {
    this.child.stdin?.write(`${JSON.stringify(command)}\n`);
    const { value } = await this.answers.next();
    return { ...JSON.parse(value), bytes };
  }

  /** Peak memory, bytes: asked of GNU time, as what starts a process counts as that process's own beginning. */
  async memory(command: string[]): Promise<number> {
    const note = join(this.folder, "rss");
    writeFileSync(note, "");
    await this.run(["/usr/bin/time", "-f", "%M", "-o", note, ...command], 0);
    return 1024 * Number(readFileSync(note, "utf8").trim().split("\n").at(-1));
  }

  end(): void {
    rmSync(this.folder, { recursive: true });
    this.child.stdin?.end();
  }
}

/** Least processor time of three runs, seconds. */
async function least(meter: Meter, command: string[]): Promise<number> {
  const runs: number[] = [];
  while (runs.length < 3) runs.push((await meter.run(command, 0)).cpu);
  return Math.min(...runs);
}

/** Processor time of a stage in a process of its own, less that of a process that does nothing. */
export async function cost(meter: Meter, stage: string, path: string, floor: number): Promise<number> {
  return Math.max((await least(meter, [stages, stage, path])) - floor, 1e-5);
}

/** Processor time of a stage alone: what each further time costs in a process that has the file in memory. */
export async function alone(meter: Meter, stage: string, path: string): Promise<number> {
  const times = (count: number) => least(meter, [stages, "--warm", String(count), stage, path]);
  return Math.max(((await times(11)) - (await times(1))) / 10, 1e-6);
}
