// Weights from labelled answers. What is known of honest files is counted by independent sources: ten thousand made files of
// thirty programs say no more than thirty programs do. What is known of edits is the share of one method that shows a sign:
// how often each method is used outside, nobody knows.
import { proof } from "./proofs.ts";
import type { Rules } from "./rules-file.ts";
import type { Definition } from "./signal-table.ts";

/** One file: what was seen in it, and what it is. */
export type Sample = {
  file: string;
  edited: boolean;
  producer: string;
  /** Edit method, honest treatment, "genuine", or REAL. */
  way: string;
  /** Files of one source come from one hand: a program of the makers, or a repository and the program that wrote the file. */
  source: string;
  ids: Set<string>;
};

/** The way of files that nobody here made. */
export const REAL = "real";

/** What a signal is held to weigh before any file was seen, and what one about structure may weigh at most. */
const STRENGTHS: Record<Definition["strength"], { expected: number; most: number }> = {
  TH: { expected: 8, most: Number.POSITIVE_INFINITY },
  TM: { expected: 4.5, most: Number.POSITIVE_INFINITY },
  TL: { expected: 2, most: 3 },
  IH: { expected: 2, most: 4 },
  IM: { expected: 2, most: 3 },
  IL: { expected: 1, most: 1.5 },
  S: { expected: 0, most: 0 },
};

/** So many edited files raising a signal count as much as the catalogue does. */
const CATALOGUE_COUNTS = 2;

/** A method with fewer files tells nothing of shares. */
const FILES_OF_A_METHOD = 5;

/** What files say of one signal. */
export type Evidence = {
  /** Edited files that raise it. */
  edited: number;
  /** The largest share of one edit method that raises it. */
  share: number;
  /** Honest sources of which a file raises it, and all that were looked at. */
  wrong: number;
  sources: number;
};

export type Weight = { id: string; strength: string; weight: number; bound: number; evidence: Evidence };

export type Fitted = { rules: Rules; weights: Weight[] };

/** The rules with fitted weights. Prior and thresholds are chosen, not fitted. */
export function fitRules(samples: Sample[], table: Definition[], chosen: Rules): Fitted {
  const all = gathered(samples);
  const weights = table
    .filter(({ strength }) => strength !== "S")
    .map(({ id, strength }) => {
      const evidence = evidenceFor(id, all);
      const weight = proof(id) ?? weigh(strength, evidence);
      return { id, strength, weight, bound: bound(evidence), evidence };
    });
  const numbers = Object.fromEntries(weights.map(({ id, weight }) => [id, weight]));
  return { rules: { ...chosen, weights: numbers }, weights };
}

type Gathered = { edited: Sample[]; methods: Sample[][]; sources: Sample[][] };

function gathered(samples: Sample[]): Gathered {
  const edited = samples.filter((sample) => sample.edited);
  const honest = samples.filter((sample) => !sample.edited);
  return {
    edited,
    methods: groups(edited, ({ way }) => way).filter(({ length }) => length >= FILES_OF_A_METHOD),
    sources: groups(honest, ({ source }) => source),
  };
}

function groups(samples: Sample[], key: (sample: Sample) => string): Sample[][] {
  const found = new Map<string, Sample[]>();
  for (const sample of samples) found.set(key(sample), [...(found.get(key(sample)) ?? []), sample]);
  return [...found.values()];
}

function evidenceFor(id: string, { edited, methods, sources }: Gathered): Evidence {
  const raised = (some: Sample[]) => some.filter(({ ids }) => ids.has(id)).length;
  const shares = methods.map((method) => (raised(method) + 0.5) / (method.length + 1));
  const seen = raised(edited);
  return {
    edited: seen,
    share: Math.max(0, ...shares, seen > 0 ? (seen + 0.5) / (edited.length + 1) : 0),
    wrong: sources.filter((source) => raised(source) > 0).length,
    sources: sources.length,
  };
}

/**
 * The most that a sign may weigh: by the rule of succession one more source would raise it with (wrong + 1) / (sources + 1),
 * so that 300 sources without it give 8 bits.
 */
export function bound({ wrong, sources }: Evidence): number {
  return Math.log2((sources + 1) / (wrong + 1));
}

/** log2 of how much likelier the signal is in an edited file, by its best method; below the bound, and nothing for a sign nobody saw. */
export function weigh(strength: Definition["strength"], evidence: Evidence): number {
  if (evidence.edited === 0) return 0;
  const { expected, most } = STRENGTHS[strength];
  const measured = bound(evidence) + Math.log2(evidence.share);
  const drawn =
    (evidence.edited * measured + CATALOGUE_COUNTS * Math.min(expected, measured)) /
    (evidence.edited + CATALOGUE_COUNTS);
  // Rounded down, so that no weight passes its bound.
  return Math.floor(Math.min(most, Math.max(0, drawn)) * 10) / 10;
}

/** The signals of a rules file that weigh more than their bound and prove nothing by argument. */
export function beyondBounds(rules: Rules, weights: Weight[]): string[] {
  return weights
    .filter(({ id, bound }) => proof(id) === undefined && (rules.weights[id] ?? 0) > bound)
    .map(
      ({ id, bound }) =>
        `${id} weighs ${rules.weights[id]}, but ${bound.toFixed(2)} bits are the most its sources give`,
    );
}
