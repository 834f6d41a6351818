// Asks the engine about many files, in child processes as the service does, and says how far it is.
import { type Engine, openEngine } from "../../src/engine/engine.ts";
import type { Outcome } from "../../src/report.ts";
import type { Answer } from "./mark.ts";

/** The answers in the order of the paths. `progress` is called after each file. */
export async function askAll(paths: string[], progress: (done: number) => void): Promise<Answer[]> {
  const engine = await openEngine({ size: 2 });
  try {
    return await inTwos(engine, paths, progress);
  } finally {
    await engine.close();
  }
}

async function inTwos(engine: Engine, paths: string[], progress: (done: number) => void): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  let done = 0;
  async function walk() {
    for (let at = next++; at < paths.length; at = next++) {
      const begun = performance.now();
      const outcome = await engine.analyze(paths[at] ?? "");
      answers[at] = answerOf(outcome, Math.round(performance.now() - begun));
      progress(++done);
    }
  }
  await Promise.all([walk(), walk()]);
  return answers;
}

export function answerOf(outcome: Outcome, milliseconds: number): Answer {
  return {
    status: outcome.status,
    verdict: outcome.verdict,
    basis: outcome.basis,
    document_class: outcome.file.document_class,
    score: outcome.score,
    error: outcome.error?.code ?? null,
    signals: outcome.signals,
    milliseconds,
  };
}

/** A line that rewrites itself on a terminal, and one line for every tenth elsewhere. */
export function progressLine(what: string, total: number): (done: number) => void {
  const step = Math.max(1, Math.ceil(total / 10));
  return (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${what} ${done}/${total}${done === total ? "\n" : ""}`);
    else if (done % step === 0 || done === total) process.stderr.write(`${what} ${done}/${total}\n`);
  };
}
