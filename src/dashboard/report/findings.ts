// The engine's signals as numbered findings: one for each kind, with all its places and what was there before.
import type { SignalDefinition } from "../../report/catalogue.ts";
import type { Signal } from "../../report.ts";
import type { Bbox, History, Sheet, Shot, ValueChange } from "../../saves.ts";
import type { Crop, Finding, Place, Size } from "./model.ts";
import { onPicture, overlap, share, shownSize, windowAround } from "./places.ts";
import { sidesOf, titleOf } from "./titles.ts";

/** Sheets of the pages as the file stands (`null`) and after some of its saves. */
export type States = Map<number | null, Sheet[]>;

/** More places of one kind say nothing more to a person; the JSON has them all. */
const PLACES = 30;

export function findingsOf(
  signals: Signal[],
  catalogue: SignalDefinition[],
  history: History | null,
  states: States,
): Finding[] {
  const kinds = new Map<string, Signal[]>();
  for (const signal of signals) kinds.set(signal.id, [...(kinds.get(signal.id) ?? []), signal]);
  const findings = [...kinds.values()].flatMap((places) => {
    const [first] = places;
    return first ? [findingOf(first, places, catalogue, history, states)] : [];
  });
  // A stable sort: within a grade the engine's own order stands.
  findings.sort((a, b) => Number(b.counted) - Number(a.counted) || RANK[a.grade] - RANK[b.grade]);
  return withoutRepeats(byCause(findings, catalogue));
}

/** Numbers the findings, each cause at the place of its strongest finding. What speaks for a file is no group. */
function byCause(findings: Finding[], catalogue: SignalDefinition[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const definition = catalogue.find(({ id }) => id === finding.id);
    const cause = definition?.kind === "tamper" ? `cause ${definition.cause}` : `signal ${finding.id}`;
    groups.set(cause, [...(groups.get(cause) ?? []), finding]);
  }
  let number = 0;
  return [...groups.values()].flatMap((group) => {
    const strongest = number + 1;
    return group.map((finding, index) => {
      number += 1;
      return { ...finding, number, under: index === 0 ? null : strongest };
    });
  });
}

const RANK: Record<Finding["grade"], number> = { high: 0, medium: 1, low: 2, note: 3 };

/** Several findings often stand in one place: its pictures are shown with the first. */
function withoutRepeats(findings: Finding[]): Finding[] {
  const shown: { finding: number; place: Place }[] = [];
  return findings.map((finding) => ({
    ...finding,
    places: finding.places.map((place) => {
      const same = shown.find((one) => isSamePlace(one.place, place));
      if (same && same.finding !== finding.number) return { ...place, shownAt: same.finding };
      shown.push({ finding: finding.number, place });
      return place;
    }),
  }));
}

function isSamePlace(first: Place, other: Place): boolean {
  if (!first.now || !other.now || first.page !== other.page) return false;
  // Whoever shows what was before shows more.
  return (first.before !== null || other.before === null) && share(first.now.box, other.now.box) > 0.4;
}

function findingOf(
  first: Signal,
  signals: Signal[],
  catalogue: SignalDefinition[],
  history: History | null,
  states: States,
): Finding {
  const definition = catalogue.find(({ id }) => id === first.id);
  return {
    number: 0,
    id: first.id,
    module: first.module,
    grade: first.severity ?? "note",
    counted: first.scored && first.kind === "tamper",
    under: null,
    title: titleOf(first.id, definition?.meaning),
    honestCause: definition && !/^None known\b/.test(definition.benign) ? definition.benign : null,
    sides: sidesOf(first.id),
    places: signals.slice(0, PLACES).map((signal) => placeOf(signal, history, states)),
  };
}

function placeOf(signal: Signal, history: History | null, states: States): Place {
  const { page = null, bbox = null } = signal;
  const sheet = page === null ? undefined : states.get(null)?.[page - 1];
  const box = bbox && sheet ? onPicture(sheet, bbox) : null;
  const crops = page !== null && bbox && sheet ? cropsOf(page, bbox, sheet, signal, history, states) : NO_CROPS;
  return {
    page,
    box,
    bbox,
    field: signal.field ?? null,
    oldValue: signal.old_value ?? null,
    newValue: signal.new_value ?? null,
    evidence: signal.evidence ?? null,
    shownAt: null,
    ...crops,
  };
}

const NO_CROPS = { now: null, before: null };

function cropsOf(
  page: number,
  bbox: Bbox,
  sheet: Sheet,
  signal: Signal,
  history: History | null,
  states: States,
): { now: Crop; before: Crop | null } {
  const box = onPicture(sheet, bbox);
  const size = shownSize(sheet);
  const earlier = earlierOf(page, bbox, signal, history);
  const oldSheet = earlier && states.get(earlier.shot.save)?.[earlier.shot.page - 1];
  const oldBox = earlier && oldSheet ? onPicture(oldSheet, earlier.bbox) : undefined;
  // One window for both: the same scale, and eyes that go from one to the other find the same row.
  const window = windowAround(oldBox ? [box, oldBox] : [box], size);
  const crop = (shot: Shot, on: Size, at: typeof box): Crop => ({ shot, sheet: on, window: window.at(at), box: at });
  return {
    now: crop({ page, save: null }, size, box),
    before: earlier && oldSheet && oldBox ? crop(earlier.shot, shownSize(oldSheet), oldBox) : null,
  };
}

/** The latest state in which this place read otherwise. */
function earlierOf(page: number, bbox: Bbox, signal: Signal, history: History | null) {
  if (!history || history.cut !== null) return undefined;
  let number = page;
  for (const save of history.saves.toReversed()) {
    const changed = save.page_changes.find((one) => one.page === number);
    const value = changed?.values.find((one) => isAt(one, bbox, signal));
    if (changed && value) {
      const old = value.old_bbox ?? value.bbox ?? bbox;
      return { shot: { page: changed.page_before, save: save.number - 1 }, bbox: old };
    }
    if (changed) number = changed.page_before;
    // Where pages came, went or moved and nothing else says which this one was, it is not followed further back.
    else if (save.pages.added.length + save.pages.removed.length + save.pages.moved.length > 0) return undefined;
  }
  return undefined;
}

const flat = ([x0, y0, x1, y1]: Bbox) => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 });

function isAt({ bbox, old_bbox, old_value, new_value }: ValueChange, at: Bbox, signal: Signal): boolean {
  const near = [bbox, old_bbox].some((area) => area !== null && overlap(flat(area), flat(at)));
  const same = signal.new_value !== undefined && new_value === signal.new_value && old_value === signal.old_value;
  return near || same;
}
