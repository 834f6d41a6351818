// What each bit that is asked for costs: edits found and honest files accused, as the two thresholds rise.
import { type Share, share } from "../score/numbers.ts";
import { REAL, type Sample } from "./fit.ts";
import type { Judged } from "./judge.ts";
import { inBits, type Rules } from "./rules-file.ts";

export type Point = {
  /** The threshold, and the bits of evidence that it asks for at the prior. */
  probability: number;
  bits: number;
  edits: Share;
  made: Share;
  real: Share;
};

export const PROBABILITIES = [0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99];

/** Files accused as the first threshold moves, or called tampered as the second one does; the other stays as it is. */
export function curve(
  samples: Sample[],
  rules: Rules,
  moved: "suspicious" | "tampered",
  judged: (sample: Sample, rules: Rules) => Judged,
): Point[] {
  const groups = {
    edits: samples.filter(({ edited }) => edited),
    made: samples.filter(({ edited, way }) => !edited && way !== REAL),
    real: samples.filter(({ edited, way }) => !edited && way === REAL),
  };
  return PROBABILITIES.map((probability) => {
    const under = { ...rules, [moved]: probability };
    const hit = (sample: Sample) => {
      const verdict = judged(sample, under);
      return moved === "suspicious" ? verdict !== "clear" : verdict === "tampered";
    };
    const bits = inBits(probability) - inBits(rules.edited);
    return {
      probability,
      bits,
      edits: share(groups.edits, hit),
      made: share(groups.made, hit),
      real: share(groups.real, hit),
    };
  });
}
