// Runs commands through `measure.py`, which can ask the system what each of them took.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sample } from "./figures.ts";

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
