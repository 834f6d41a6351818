// How rules fare on what they were not fitted to: each producer, and each edit method or treatment, left out in turn.
import { grouped, type Share, share } from "../score/numbers.ts";
import { fitRules, type Sample } from "./fit.ts";
import { type Judged, judge } from "./judge.ts";
import type { Rules } from "./rules-file.ts";
import type { Definition } from "./signal-table.ts";

export type HeldOut = { found: Share; tampered: Share; alarms: Share; grave: Share };

/** Sums over all groups, and the numbers of each. */
export function leaveOut(
  samples: Sample[],
  table: Definition[],
  chosen: Rules,
  group: (sample: Sample) => string,
): { all: HeldOut; groups: Record<string, HeldOut> } {
  const rows = new Map(table.map((row) => [row.id, row]));
  const verdicts = new Map<Sample, Judged>();
  for (const name of new Set(samples.map(group))) {
    const { rules } = fitRules(
      samples.filter((sample) => group(sample) !== name),
      table,
      chosen,
    );
    for (const sample of samples) if (group(sample) === name) verdicts.set(sample, judge(sample.ids, rows, rules));
  }
  const measure = (some: Sample[]) => heldOut(some, (sample) => verdicts.get(sample) ?? "clear");
  return { all: measure(samples), groups: grouped(samples, group, measure) };
}

export function heldOut(samples: Sample[], verdict: (sample: Sample) => Judged): HeldOut {
  const edited = samples.filter((sample) => sample.edited);
  const honest = samples.filter((sample) => !sample.edited);
  return {
    found: share(edited, (sample) => verdict(sample) !== "clear"),
    tampered: share(edited, (sample) => verdict(sample) === "tampered"),
    alarms: share(honest, (sample) => verdict(sample) !== "clear"),
    grave: share(honest, (sample) => verdict(sample) === "tampered"),
  };
}
