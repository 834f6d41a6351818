// From marks to numbers: recall, places, values and false alarms, as a whole and by every way the files came about.
import type { Label } from "./labels.ts";
import type { Answer, Mark } from "./mark.ts";

export type Scored = { label: Label; answer: Answer; mark: Mark };

/** A share with what it is a share of. */
export type Share = { of: number; hits: number };

export type Recall = {
  /** Accused, of the edits that leave a trace. */
  found: Share;
  tampered: Share;
  /** Of those found. */
  located: Share;
  oldRight: Share;
  newRight: Share;
  eitherRight: Share;
};

export type SignalNumbers = {
  id: string;
  scored: boolean;
  edited: number;
  honest: number;
  /** How much likelier in a traceable edit than in an honest file, in bits; half a file is added on both sides. */
  bits: number;
};

export type Numbers = {
  files: { genuine: number; benign: number; traceable: number; untraceable: number };
  recall: Recall;
  /** The same without pictures of pages. */
  recallOfText: Recall;
  accusedUntraceable: Share;
  falseAlarms: Share;
  violations: number;
  by: Record<"method" | "producer" | "design" | "locale" | "kind", Record<string, Recall>>;
  alarmsBy: Record<"treatment" | "producer" | "design", Record<string, Share>>;
  signals: SignalNumbers[];
  milliseconds: { median: number; p95: number; most: number };
};

export const honest = ({ label }: { label: Label }): boolean => label.label !== "edited";
export const traceable = ({ label }: { label: Label }): boolean => label.label === "edited" && label.traceable === true;

export function count(files: Scored[]): Numbers {
  const traced = files.filter(traceable);
  const untraced = files.filter((file) => !honest(file) && !traceable(file));
  const good = files.filter(honest);
  const times = files.map(({ answer }) => answer.milliseconds).sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    files: {
      genuine: files.filter(({ label }) => label.label === "genuine").length,
      benign: files.filter(({ label }) => label.label === "benign").length,
      traceable: traced.length,
      untraceable: untraced.length,
    },
    recall: recall(traced),
    recallOfText: recall(traced.filter(({ label }) => !label.image)),
    accusedUntraceable: share(untraced, ({ mark }) => mark.accused),
    falseAlarms: share(good, ({ mark }) => mark.accused),
    violations: files.filter(({ mark }) => mark.violations.length > 0).length,
    by: {
      method: grouped(traced, ({ label }) => label.method ?? "", recall),
      producer: grouped(traced, ({ label }) => label.producer, recall),
      design: grouped(traced, ({ label }) => label.design, recall),
      locale: grouped(traced, ({ label }) => label.locale, recall),
      kind: grouped(traced, ({ label }) => label.edits[0]?.kind ?? "none", recall),
    },
    alarmsBy: {
      treatment: grouped(good, ({ label }) => label.treatment ?? "genuine", alarms),
      producer: grouped(good, ({ label }) => label.producer, alarms),
      design: grouped(good, ({ label }) => label.design, alarms),
    },
    signals: signalNumbers(traced, good),
    milliseconds: { median: at(0.5), p95: at(0.95), most: at(1) },
  };
}

export function recall(files: Scored[]): Recall {
  const found = files.filter(({ mark }) => mark.accused);
  const known = (side: "located" | "oldRight" | "newRight") =>
    share(
      found.filter(({ mark }) => mark[side] !== null),
      ({ mark }) => mark[side] === true,
    );
  return {
    found: share(files, ({ mark }) => mark.accused),
    tampered: share(files, ({ mark }) => mark.tampered),
    located: known("located"),
    oldRight: known("oldRight"),
    newRight: known("newRight"),
    eitherRight: share(
      found.filter(({ mark }) => mark.oldRight !== null || mark.newRight !== null),
      ({ mark }) => mark.oldRight === true || mark.newRight === true,
    ),
  };
}

const alarms = (files: Scored[]) => share(files, ({ mark }) => mark.accused);

export function share<T>(of: T[], hit: (one: T) => boolean): Share {
  return { of: of.length, hits: of.filter(hit).length };
}

/** Groups in the order of their names. */
export function grouped<T, R>(files: T[], name: (file: T) => string, measure: (files: T[]) => R): Record<string, R> {
  const groups = new Map<string, T[]>();
  for (const file of files) groups.set(name(file), [...(groups.get(name(file)) ?? []), file]);
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, members]) => [key, measure(members)]));
}

function signalNumbers(traced: Scored[], good: Scored[]): SignalNumbers[] {
  const ids = new Map<string, boolean>();
  for (const { answer } of [...traced, ...good]) for (const { id, scored } of answer.signals) ids.set(id, scored);
  const raise = (files: Scored[], id: string) =>
    files.filter(({ answer }) => answer.signals.some((signal) => signal.id === id)).length;
  return [...ids]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, scored]) => {
      const edited = raise(traced, id);
      const harmless = raise(good, id);
      const odds = (edited + 0.5) / (traced.length + 1) / ((harmless + 0.5) / (good.length + 1));
      return { id, scored, edited, honest: harmless, bits: Math.round(Math.log2(odds) * 10) / 10 };
    });
}
