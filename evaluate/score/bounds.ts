// How far a share that was counted may lie from the true one: exact bounds of 95 % (Clopper and Pearson, 1934).
import type { Share } from "./numbers.ts";

export type Bounds = { low: number; high: number };

const CONFIDENCE = 0.95;

/**
 * The shares that would show so many hits, or more, or fewer, in no less than one case of forty. Where nothing was hit all
 * doubt lies on one side, so that the upper bound is nearly 3 / n (the rule of three); where everything was, the lower one.
 */
export function bounds({ of, hits }: Share): Bounds {
  if (of === 0) return { low: 0, high: 1 };
  const tail = hits === 0 || hits === of ? 1 - CONFIDENCE : (1 - CONFIDENCE) / 2;
  return {
    low: hits === 0 ? 0 : solved((share) => 1 - atMost(hits - 1, of, share) < tail),
    high: hits === of ? 1 : solved((share) => atMost(hits, of, share) > tail),
  };
}

/** The share at which `below` ceases to hold, by halving. */
function solved(below: (share: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (below(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How probable `hits` or fewer of `of` are. Added up in logarithms: the terms alone are too small for large sets. */
function atMost(hits: number, of: number, share: number): number {
  let term = of * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let n = 1; n <= hits; n++) {
    term += Math.log((of - n + 1) / n) + Math.log(share / (1 - share));
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
