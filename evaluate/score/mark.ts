// Holds one answer of the engine against one label: found or missed, pointed at the right place, read the right value.
import type { Area, Edit, Label } from "./labels.ts";

/** What the scorer reads of an outcome of the engine. */
export type Seen = {
  id: string;
  module: string;
  scored: boolean;
  page?: number | undefined;
  bbox?: Area | undefined;
  field?: string | undefined;
  old_value?: string | undefined;
  new_value?: string | undefined;
  evidence?: string | undefined;
};
export type Answer = {
  status: string;
  verdict: string | null;
  basis: string | null;
  document_class: string | null;
  score: number | null;
  error: string | null;
  signals: Seen[];
  milliseconds: number;
};

export type Mark = {
  /** Suspicious or tampered on scored findings; being a picture of a page does not count. */
  accused: boolean;
  tampered: boolean;
  /** For edits with an area: whether a scored finding points at one of them, tightly. Null where nothing has an area. */
  located: boolean | null;
  /** Whether a finding, scored or not, names the old or the new value. Null where the edit has none. */
  oldRight: boolean | null;
  newRight: boolean | null;
  /** In words, what of `allowed` and `expect` does not hold. */
  violations: string[];
};

/** A finding's area may be this many times the edited one's. */
const TIGHT = 4;

export function mark(label: Label, answer: Answer): Mark {
  const accused = (answer.verdict === "suspicious" || answer.verdict === "tampered") && answer.basis === "negative";
  const scored = answer.signals.filter((signal) => signal.scored);
  const placed = label.edits.filter((edit) => edit.area !== null);
  const olds = label.edits.filter((edit) => edit.old_value !== null && edit.area !== null);
  const news = label.edits.filter((edit) => edit.new_value !== null && edit.area !== null);
  return {
    accused,
    tampered: answer.verdict === "tampered" && accused,
    located: placed.length === 0 ? null : placed.some((edit) => scored.some((signal) => pointsAt(signal, edit))),
    oldRight: olds.length === 0 ? null : olds.some((edit) => names(scored, "old_value", edit.old_value)),
    newRight: news.length === 0 ? null : news.some((edit) => names(scored, "new_value", edit.new_value)),
    violations: violations(label, answer),
  };
}

function names(signals: Seen[], side: "old_value" | "new_value", value: string | null): boolean {
  return signals.some((signal) => signal[side] !== undefined && value !== null && sameValue(signal[side], value));
}

export function pointsAt(signal: Seen, edit: Edit): boolean {
  if (signal.page !== edit.page || !signal.bbox || !edit.area) return false;
  return overlaps(signal.bbox, edit.area) && size(signal.bbox) <= TIGHT * size(edit.area);
}

function overlaps(a: Area, b: Area): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

function size([x0, y0, x1, y1]: Area): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
}

/** The same text but for spaces, or the same digits but for what stands around them: "€ 1 250,00" is "1250,00". */
export function sameValue(a: string, b: string): boolean {
  const bare = (text: string) => text.replace(/[\s\u00a0\u202f\u2009]/g, "").replace(/[\u2212\u2010\u2011]/g, "-");
  const digits = (text: string) => bare(text).replace(/^\D*|\D*$/g, "");
  if (bare(a).toLowerCase() === bare(b).toLowerCase()) return true;
  return digits(a) !== "" && digits(a) === digits(b);
}

function violations({ allowed, expect }: Label, answer: Answer): string[] {
  if (answer.error !== null) {
    const foreseen = answer.error === expect.error || answer.error === expect.may_fail;
    return foreseen ? [] : [`failed with ${answer.error}`];
  }
  const found: string[] = [];
  if (expect.error !== undefined) found.push(`did not fail with ${expect.error}`);
  if (allowed.length > 0 && !allowed.includes(String(answer.verdict))) found.push(`verdict ${answer.verdict}`);
  if (expect.basis !== undefined && expect.basis !== answer.basis) found.push(`basis ${answer.basis}`);
  if (expect.document_class !== undefined && expect.document_class !== answer.document_class)
    found.push(`class ${answer.document_class}`);
  const intact = answer.signals.some(({ id }) => id === "signature_covers_file" || id === "signature_covers_save");
  if (expect.signature === "intact" && !intact) found.push("signature not found intact");
  return found;
}
