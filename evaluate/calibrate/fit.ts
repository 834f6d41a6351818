// Weights and thresholds from labelled answers: bits of evidence with shrinkage towards the catalogue's strengths.
import { judge } from "./judge.ts";
import type { Rules } from "./rules-file.ts";
import type { Definition } from "./signal-table.ts";

/** One file: what was seen in it, and what it is. */
export type Sample = {
  file: string;
  edited: boolean;
  producer: string;
  /** Edit method, honest treatment, "genuine", or REAL. */
  way: string;
  ids: Set<string>;
};

/** The way of files that nobody here made. */
export const REAL = "real";

/** What a signal is held to weigh before any file was seen, and what it may weigh at most. */
const STRENGTHS: Record<Definition["strength"], { expected: number; most: number }> = {
  TH: { expected: 8, most: 9 },
  TM: { expected: 4.5, most: 6 },
  TL: { expected: 2, most: 3 },
  IH: { expected: 3, most: 4 },
  IM: { expected: 2, most: 3 },
  IL: { expected: 1, most: 1.5 },
  S: { expected: 0, most: 0 },
};

/** So many files raising a signal count as much as the catalogue does. */
const CATALOGUE_COUNTS = 20;

/** Bits for an honest file beforehand: about one file in thirty is edited. */
const HONEST = 5;

/** Shares of honest files that may be accused under the thresholds looked for: of the labelled set, of real files. */
const ACCUSED_AT_MOST = {
  suspicious: { made: 0.003, real: 0.008 },
  // No labelled honest file may be called tampered: one edit more is not worth it.
  tampered: { made: 0, real: 0.004 },
};

export type Weight = { id: string; strength: string; weight: number; edited: number; honest: number };

export type Fitted = { rules: Rules; weights: Weight[] };

export function fitRules(samples: Sample[], table: Definition[]): Fitted {
  const edited = samples.filter((sample) => sample.edited);
  const honest = samples.filter((sample) => !sample.edited);
  const weights = table
    .filter(({ strength }) => strength !== "S")
    .map(({ id, strength }) => {
      const raised = (some: Sample[]) => some.filter(({ ids }) => ids.has(id)).length;
      const seen = { edited: raised(edited), honest: raised(honest) };
      const weight = weigh(strength, seen, { edited: edited.length, honest: honest.length });
      return { id, strength, weight, ...seen };
    });
  const numbers = Object.fromEntries(weights.map(({ id, weight }) => [id, weight]));
  const rules = thresholds({ honest: HONEST, suspicious: 0, tampered: 0, weights: numbers }, samples, table);
  return { rules, weights };
}

type Counts = { edited: number; honest: number };

/** log2 of how much likelier the signal is in an edited file, drawn towards the catalogue where few files raise it. */
export function weigh(strength: Definition["strength"], raised: Counts, of: Counts): number {
  const { expected, most } = STRENGTHS[strength];
  const measured = Math.log2((raised.edited + 0.5) / (of.edited + 1) / ((raised.honest + 0.5) / (of.honest + 1)));
  // No honest file raised it: how much likelier it is was not measured, only that it is no less than this.
  const data = raised.honest === 0 ? Math.max(measured, expected) : measured;
  const files = raised.edited + raised.honest;
  const weight = (files * data + CATALOGUE_COUNTS * expected) / (files + CATALOGUE_COUNTS);
  return Math.round(Math.min(most, Math.max(0, weight)) * 10) / 10;
}

/** Between these a single finding of middle strength makes a file suspicious, and a single strong one tampered. */
const RANGE = { suspicious: [-2, -0.75], tampered: [1, 2] } as const;

/** The thresholds that leave the honest files alone, as far as any do, and find most edits; of several, the highest. */
function thresholds(rules: Rules, samples: Sample[], table: Definition[]): Rules {
  const rows = new Map(table.map((row) => [row.id, row]));
  const count = (some: Rules, worst: Verdict, group: (sample: Sample) => boolean) => {
    const verdicts = samples.filter(group).map(({ ids }) => judge(ids, rows, some));
    return { of: verdicts.length, hits: verdicts.filter((one) => one === "tampered" || one === worst).length };
  };
  /** Honest files accused beyond what is allowed. */
  const excess = (some: Rules, worst: Verdict) =>
    (["made", "real"] as const).reduce((sum, group) => {
      const { of, hits } = count(some, worst, ({ edited, way }) => !edited && (way === REAL) === (group === "real"));
      return sum + Math.max(0, hits - Math.floor(ACCUSED_AT_MOST[worst][group] * of));
    }, 0);
  const best = (worst: Verdict, under: (at: number) => Rules): number => {
    const [lowest, highest] = RANGE[worst];
    const tried = steps(lowest, highest).map((at) => ({
      at,
      excess: excess(under(at), worst),
      found: count(under(at), worst, ({ edited }) => edited).hits,
    }));
    tried.sort((a, b) => a.excess - b.excess || b.found - a.found || b.at - a.at);
    return tried[0]?.at ?? highest;
  };
  const suspicious = best("suspicious", (at) => ({ ...rules, suspicious: at, tampered: 99 }));
  const tampered = best("tampered", (at) => ({ ...rules, suspicious, tampered: at }));
  return { ...rules, suspicious, tampered };
}

type Verdict = "suspicious" | "tampered";

function steps(from: number, to: number): number[] {
  return Array.from({ length: (to - from) * 4 + 1 }, (_, n) => from + n / 4);
}
