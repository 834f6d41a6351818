// What is missed, in classes: edits by one method that leave the same traces, the most frequent class first.
import { type Scored, traceable } from "./numbers.ts";

export type MissClass = {
  method: string;
  /** What the labels say is there to be seen, most frequent first. */
  traces: string[];
  /** What the engine saw beside it, with how often. */
  saw: string[];
  missed: number;
  of: number;
  producers: string[];
  files: string[];
};

export function missClasses(files: Scored[]): MissClass[] {
  const traced = files.filter(traceable);
  const methods = [...new Set(traced.map(({ label }) => label.method ?? ""))].sort();
  return methods
    .map((method) => {
      const all = traced.filter(({ label }) => label.method === method);
      const missed = all.filter(({ mark }) => !mark.accused);
      return {
        method,
        traces: frequent(missed.flatMap(({ label }) => [...new Set(label.traces)])),
        saw: frequent(missed.flatMap(({ answer }) => [...new Set(answer.signals.map(nameOf))])),
        missed: missed.length,
        of: all.length,
        producers: [...new Set(missed.map(({ label }) => label.producer))].sort(),
        files: missed.map(({ label }) => label.file),
      };
    })
    .filter(({ missed }) => missed > 0)
    .sort((a, b) => b.missed - a.missed || (a.method < b.method ? -1 : 1));
}

/** How often each trace of the labels stands on an edit that is found, and on one that is missed. */
export function byTrace(files: Scored[]): { trace: string; missed: number; of: number }[] {
  const traced = files.filter(traceable);
  const kinds = [...new Set(traced.flatMap(({ label }) => label.traces))].sort();
  return kinds
    .map((trace) => {
      const having = traced.filter(({ label }) => label.traces.some((one) => one === trace));
      return { trace, missed: having.filter(({ mark }) => !mark.accused).length, of: having.length };
    })
    .sort((a, b) => b.missed - a.missed || (a.trace < b.trace ? -1 : 1));
}

const nameOf = ({ id, scored }: { id: string; scored: boolean }) => (scored ? id : `~${id}`);

function frequent(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word, n]) => `${word} (${n})`);
}
