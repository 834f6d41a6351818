// The honest track: of files that nobody edited, how many the engine accuses, by where they come from and by what accuses them.
import type { Judgement } from "./judged.ts";
import type { Answer } from "./mark.ts";
import { grouped, type Scored, type Share, share } from "./numbers.ts";
import { heldToBe, programOf, type RealFile, sourceOf } from "./sources.ts";

/** One file that was asked about. */
export type Looked = {
  name: string;
  path: string;
  /** Kinds of files that are counted apart. */
  kind: string;
  /** The repository, or the way a made file was treated. */
  origin: string;
  program: string;
  /** Files of one source come from one hand. */
  source: string;
  held: "honest" | "edited" | "unsettled";
  /** What somebody found who looked at its accusation. */
  judgement: Judgement | undefined;
  why: string;
  answer: Answer;
};

const KINDS: Record<RealFile["kind"], string> = {
  business: "real business documents",
  other: "other real files",
  "edited by a tool": "other real files",
};
const AS_WRITTEN = "made here, as written";
const TREATED = "made here, honestly treated";
/** What nobody here made stands first. */
const ORDER = [KINDS.business, KINDS.other, AS_WRITTEN, TREATED];

export const isReal = ({ kind }: Looked): boolean => kind === KINDS.business || kind === KINDS.other;

export function lookedAtReal(files: RealFile[], answers: Answer[]): Looked[] {
  return files.flatMap((file, at) => {
    const answer = answers[at];
    if (!answer) return [];
    return {
      name: file.path.split("/").slice(-2).join("/"),
      path: file.path,
      kind: KINDS[file.kind],
      origin: file.repository,
      program: programOf(file) || "names none",
      source: sourceOf(file),
      held: heldToBe(file),
      judgement: file.judgement,
      why: file.why ?? "",
      answer,
    };
  });
}

/** The genuine files of the makers, and those treated as honest people treat files. */
export function lookedAtMade(files: Scored[], path: (file: string) => string): Looked[] {
  return files
    .filter(({ label }) => label.label !== "edited")
    .map(({ label, answer }) => ({
      name: label.file,
      path: path(label.file),
      kind: label.label === "genuine" ? AS_WRITTEN : TREATED,
      origin: label.treatment ?? "as written",
      program: label.producer,
      source: `made by ${label.producer}`,
      held: "honest",
      judgement: "wrong",
      why: `made by ${label.producer}, ${label.treatment ?? "as written"}`,
      answer,
    }));
}

export function isAccused({ answer }: { answer: Answer }): boolean {
  return answer.basis === "negative" && (answer.verdict === "suspicious" || answer.verdict === "tampered");
}

const isTampered = (file: Looked) => isAccused(file) && file.answer.verdict === "tampered";

/** What accuses an accused file. */
export const scoredOf = ({ answer }: Looked): string[] => [
  ...new Set(answer.signals.filter(({ scored }) => scored).map(({ id }) => id)),
];

/** Honest files and their sources; a source is accused when one of its files is. */
export type Alarms = { files: Share; tampered: Share; sources: Share };

export type SignalAlarms = { id: string; wrong: number; wrongSources: number; right: number };

export type HonestNumbers = {
  kinds: Record<string, Alarms>;
  origins: Record<string, Alarms>;
  programs: Record<string, Alarms>;
  signals: SignalAlarms[];
  sources: number;
  /** Not analysable, by error. */
  failed: Record<string, number>;
  real: {
    files: number;
    accused: number;
    right: number;
    wrong: number;
    /** Accused, and nobody has looked yet: counted as wrong elsewhere. */
    unjudged: string[];
    /** Accused, and looking did not settle it: counted nowhere else. */
    unsettled: string[];
    /** Rightly accused once, or known to be edited by a tool, and whether they are accused now. */
    edited: { judged: Share; byTool: Share };
  };
};

export function honestNumbers(all: Looked[]): HonestNumbers {
  const read = all.filter(({ answer }) => answer.status === "completed");
  const honest = read.filter(({ held }) => held === "honest");
  const wrong = honest.filter(isAccused);
  const real = read.filter(isReal);
  const accused = real.filter(isAccused);
  const edited = real.filter(({ held }) => held === "edited");
  return {
    kinds: inOrder(grouped(honest, ({ kind }) => kind, alarms)),
    origins: onlyWrong(grouped(honest, ({ kind, origin }) => `${kind}: ${origin}`, alarms)),
    programs: onlyWrong(grouped(honest, ({ program }) => program, alarms)),
    signals: signalAlarms(
      wrong,
      accused.filter(({ held }) => held === "edited"),
    ),
    sources: new Set(honest.map(({ source }) => source)).size,
    failed: grouped(
      all.filter(({ answer }) => answer.status !== "completed"),
      ({ answer }) => answer.error ?? answer.status,
      ({ length }) => length,
    ),
    real: {
      files: all.filter(isReal).length,
      accused: accused.length,
      right: accused.filter(({ held }) => held === "edited").length,
      wrong: accused.filter(({ held }) => held === "honest").length,
      unjudged: accused.filter(({ judgement }) => judgement === undefined).map(({ name }) => name),
      unsettled: accused.filter(({ held }) => held === "unsettled").map(({ name }) => name),
      edited: {
        judged: share(
          edited.filter(({ judgement }) => judgement === "right"),
          isAccused,
        ),
        byTool: share(
          edited.filter(({ judgement }) => judgement !== "right"),
          isAccused,
        ),
      },
    },
  };
}

export function alarms(files: Looked[]): Alarms {
  const sources = Object.values(
    grouped(
      files,
      ({ source }) => source,
      (some) => some.some(isAccused),
    ),
  );
  return { files: share(files, isAccused), tampered: share(files, isTampered), sources: share(sources, Boolean) };
}

function inOrder(groups: Record<string, Alarms>): Record<string, Alarms> {
  return Object.fromEntries(Object.entries(groups).sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)));
}

function onlyWrong(groups: Record<string, Alarms>): Record<string, Alarms> {
  return Object.fromEntries(Object.entries(groups).filter(([, { files }]) => files.hits > 0));
}

function signalAlarms(wrong: Looked[], right: Looked[]): SignalAlarms[] {
  const raising = (files: Looked[], id: string) => files.filter((file) => scoredOf(file).includes(id));
  return [...new Set([...wrong, ...right].flatMap(scoredOf))]
    .map((id) => {
      const alarms = raising(wrong, id);
      const sources = new Set(alarms.map(({ source }) => source)).size;
      return { id, wrong: alarms.length, wrongSources: sources, right: raising(right, id).length };
    })
    .sort((a, b) => b.wrongSources - a.wrongSources || b.wrong - a.wrong || (a.id < b.id ? -1 : 1));
}
