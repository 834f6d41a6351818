// How the file came to be: its saves, who wrote them, who signed it, and what of it could be examined.
import type { Document } from "../../report.ts";
import { endOfSigned } from "../../saves/earlier.ts";
import { deeds, readableDate, VISIBLE } from "../../saves/words.ts";
import type { Bbox, History, PageDifference, Sheet, ValueChange } from "../../saves.ts";
import type { SignatureReport, Signatures } from "../../signed.ts";
import type { States } from "./findings.ts";
import type { Box, LookedAt, PageChange, SaveStep, Seal } from "./model.ts";
import { holds, onPicture } from "./places.ts";

export function savesOf(history: History, states: States): SaveStep[] {
  const last = history.saves.length;
  const sheetsAfter = (save: number) => states.get(save === last ? null : save);
  return history.saves.map((save) => ({
    number: save.number,
    deeds: deeds(save),
    visible: save.number > 1 && save.meanings.some((meaning) => VISIBLE.has(meaning)),
    dates: [...new Set(save.dates.map(({ date }) => readableDate(date)))],
    writer: save.writer,
    sizeBytes: save.size_bytes,
    firstByte: save.start,
    pages: save.page_changes.map((page) => changeOf(page, sheetsAfter(save.number - 1), sheetsAfter(save.number))),
    added: save.pages.added,
    removed: save.number === 1 ? [] : save.pages.removed,
  }));
}

function changeOf(page: PageDifference, before: Sheet[] | undefined, after: Sheet[] | undefined): PageChange {
  const drawn = [...page.pictures, ...page.drawings];
  const was = drawn.filter(({ kind }) => kind !== "added").map(({ bbox }) => bbox);
  const is = drawn.filter(({ kind }) => kind !== "removed").map(({ bbox }) => bbox);
  return {
    page: page.page,
    pageBefore: page.page_before,
    words: [...page.values.map(valueWords), ...pictureWords(page)],
    before: boxes([...was, ...page.values.map(({ old_bbox }) => old_bbox)], before?.[page.page_before - 1]),
    after: boxes([...is, ...page.values.map(({ bbox }) => bbox)], after?.[page.page - 1]),
  };
}

function boxes(areas: (Bbox | null)[], sheet: Sheet | undefined): Box[] {
  const all = sheet ? areas.flatMap((area) => (area ? [onPicture(sheet, area)] : [])) : [];
  // What lies within a larger area that changed is not outlined again.
  return all.filter((box, index) => !all.some((other, at) => at !== index && holds(other, box, at < index)));
}

function valueWords({ field, old_value, new_value }: ValueChange): string {
  const label = field === null ? "" : `${field}: `;
  if (old_value !== null && new_value !== null) return `${label}“${old_value}” became “${new_value}”`;
  return new_value !== null ? `${label}“${new_value}” was put in` : `${label}“${old_value ?? ""}” is gone`;
}

function pictureWords({ pictures, drawings, sheet }: PageDifference): string[] {
  const count = (all: { kind: string }[], kind: string) => all.filter((one) => one.kind === kind).length;
  const said = (number: number, one: string, many: string) =>
    number === 0 ? [] : [number === 1 ? one : `${number} ${many}`];
  return [
    ...said(count(pictures, "added"), "a picture was put in", "pictures were put in"),
    ...said(count(pictures, "removed"), "a picture is gone", "pictures are gone"),
    ...said(count(pictures, "changed"), "a picture was changed", "pictures were changed"),
    ...said(count(drawings, "added"), "a line or surface was drawn", "lines or surfaces were drawn"),
    ...said(count(drawings, "removed"), "a line or surface was taken away", "lines or surfaces were taken away"),
    ...(sheet ? ["the sheet was turned or cut otherwise"] : []),
  ];
}

/** Who wrote the file, as far as it says so itself. */
export function originOf({ saves, encrypted, rebuilt }: History): string[] {
  const [first, ...later] = saves;
  const lines = [
    first?.writer ? `Made by ${first.writer}` : "The file does not say which program made it",
    ...[...new Set(later.flatMap(({ writer }) => writer ?? []))].map((writer) => `Later written by ${writer}`),
    saves.length === 1 ? "Saved once" : `Saved ${saves.length} times`,
  ];
  if (encrypted) lines.push("Encrypted");
  if (rebuilt) lines.push("Damaged: what earlier saves there were cannot be told apart");
  return lines;
}

const KINDS: Record<SignatureReport["kind"], string> = {
  approval: "Signature",
  certification: "Certification by the author",
  document_timestamp: "Time stamp",
  usage_rights: "Usage rights",
};

export function sealsOf(read: Signatures): Seal[] {
  return read.signatures.map((one, index) => ({
    title: KINDS[one.kind],
    signer: one.signer?.name ?? one.stated_name ?? "Nobody is named",
    time: one.time,
    page: one.page,
    answers: [
      { question: "Is it unbroken?", axis: one.axes.integrity },
      { question: "What does it cover?", axis: one.axes.coverage },
      { question: "What came later?", axis: one.axes.later_changes },
      { question: "Was that allowed?", axis: one.axes.permission },
      { question: "Who signed?", axis: one.axes.identity },
      { question: "When?", axis: one.axes.time },
      { question: "How strong is it?", axis: one.axes.strength },
    ],
    notes: one.notes,
    later: one.later.map(({ save, words }) => `Save ${save}: ${words}`),
    whole: "end" in endOfSigned(read, index + 1),
  }));
}

/** Said of what there was to look at, and never that something was "clean". */
export function coverageOf(document: Document, history: History | null, signatures: Signatures | null): LookedAt[] {
  const { pages, document_class } = document.file;
  const text = document_class === "born_digital" || document_class === "scanned_with_text_layer";
  const scan = document_class === "raster" || document_class === "scanned_with_text_layer";
  const saves = history?.saves.length ?? 0;
  const seals = signatures?.signatures.length ?? 0;
  const row = (what: string, applied: boolean, yes: string, no: string): LookedAt => ({
    what,
    applied,
    words: applied ? yes : no,
  });
  return [
    row(
      "Words and how they were put on the page",
      text,
      pages === 1 ? "all text of the page" : `all text of ${pages} pages`,
      "the pages hold no text",
    ),
    row("Letters and their shapes", text, "the fonts the file brings along", "the pages hold no text"),
    row("Amounts, sums, dates, account numbers", text || scan, "as far as they can be read", "nothing can be read"),
    row("Pictures of pages", scan, "noise, sharpness, repeated parts", "the pages are no pictures"),
    row("Earlier saves in the file", saves > 1, `${saves} saves compared`, "the file was saved once"),
    row("Digital signatures", seals > 0, `${seals} examined`, "the file has none"),
  ];
}
