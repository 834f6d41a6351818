// The scorer itself, on made-up answers: what counts as found, placed, read, and as a false alarm.
import { expect, test } from "vitest";
import type { Label } from "../../evaluate/score/labels.ts";
import { type Answer, mark, pointsAt, type Seen, sameValue } from "../../evaluate/score/mark.ts";
import { byTrace, missClasses } from "../../evaluate/score/misses.ts";
import { count, type Scored } from "../../evaluate/score/numbers.ts";

const edited: Label = {
  file: "edited/a.pdf",
  label: "edited",
  producer: "fop",
  design: "payslip",
  locale: "de-DE",
  method: "cover",
  traceable: true,
  traces: ["old text under a box"],
  why: "",
  edits: [
    { page: 1, area: [100, 100, 150, 110], field: "net", kind: "amount", old_value: "1.250,00", new_value: "9.250,00" },
  ],
  allowed: ["tampered", "suspicious"],
  image: false,
  expect: {},
};
const genuine: Label = {
  ...edited,
  label: "genuine",
  method: null,
  traceable: null,
  edits: [],
  allowed: ["inconclusive"],
};
const clear: Answer = {
  status: "completed",
  verdict: "inconclusive",
  basis: "inconclusive",
  document_class: "born_digital",
  score: 70,
  error: null,
  signals: [],
  milliseconds: 5,
};
const cover: Seen = {
  id: "covered_and_retyped",
  module: "content",
  scored: true,
  page: 1,
  bbox: [99, 99, 151, 111],
  old_value: "€ 1.250,00",
  new_value: "9.250,00",
};
const caught: Answer = { ...clear, verdict: "tampered", basis: "negative", score: 10, signals: [cover] };

const scored = (label: Label, answer: Answer): Scored => ({ label, answer, mark: mark(label, answer) });

test("an edit is found when findings accuse the file, and not because it is a picture of a page", () => {
  expect(mark(edited, caught)).toMatchObject({ accused: true, tampered: true, violations: [] });
  expect(mark(edited, { ...caught, verdict: "suspicious" })).toMatchObject({ accused: true, tampered: false });
  expect(mark(edited, { ...clear, verdict: "suspicious", basis: "image_container" }).accused).toBe(false);
  expect(mark(edited, clear)).toMatchObject({ accused: false, violations: ["verdict inconclusive"] });
});

test("a place counts on the right page, over the edit, at most four times its size, from a scored finding", () => {
  const [edit] = edited.edits;
  if (!edit) throw new Error("no edit");
  expect(pointsAt(cover, edit)).toBe(true);
  expect(pointsAt({ ...cover, page: 2 }, edit)).toBe(false);
  expect(pointsAt({ ...cover, bbox: [151, 99, 200, 111] }, edit)).toBe(false);
  expect(pointsAt({ ...cover, bbox: [50, 90, 200, 120] }, edit)).toBe(false);
  expect(pointsAt({ ...cover, bbox: undefined }, edit)).toBe(false);
  expect(mark(edited, { ...caught, signals: [{ ...cover, scored: false }] }).located).toBe(false);
  expect(mark({ ...edited, edits: [{ ...edit, area: null }] }, caught).located).toBeNull();
});

test("values are the same but for spaces, signs of currency and what stands around the digits", () => {
  expect(sameValue("€ 1 250,00", "1250,00")).toBe(true);
  expect(sameValue("Anna  Berg", "anna berg")).toBe(true);
  expect(sameValue("1.250,00", "1.250,01")).toBe(false);
  expect(sameValue("250,00", "1.250,00")).toBe(false);
  expect(sameValue("Anna", "Berg")).toBe(false);
  expect(sameValue("", "1")).toBe(false);
  expect(mark(edited, caught)).toMatchObject({ oldRight: true, newRight: true });
  expect(mark(edited, { ...caught, signals: [{ ...cover, old_value: undefined }] }).oldRight).toBe(false);
});

test("a label's further demands are held against the answer", () => {
  const fails: Answer = { ...clear, status: "failed", verdict: null, basis: null, error: "not_a_pdf" };
  expect(mark(genuine, fails).violations).toEqual(["failed with not_a_pdf"]);
  expect(mark({ ...genuine, expect: { may_fail: "not_a_pdf" } }, fails).violations).toEqual([]);
  expect(mark({ ...genuine, expect: { error: "password_required" } }, clear).violations).toHaveLength(1);
  const scan = { basis: "image_container", document_class: "raster", signature: "intact" };
  expect(mark({ ...genuine, expect: scan }, clear).violations).toHaveLength(3);
});

test("the numbers are shares of the right files", () => {
  const untraceable: Label = { ...edited, file: "edited/b.pdf", traceable: false, allowed: [] };
  const numbers = count([
    scored(edited, caught),
    scored({ ...edited, file: "edited/c.pdf", method: "digits", traces: ["sum broken: net"] }, clear),
    scored(untraceable, caught),
    scored(genuine, clear),
    scored(genuine, { ...caught, verdict: "suspicious" }),
  ]);
  expect(numbers.recall.found).toEqual({ of: 2, hits: 1 });
  expect(numbers.recall.located).toEqual({ of: 1, hits: 1 });
  expect(numbers.accusedUntraceable).toEqual({ of: 1, hits: 1 });
  expect(numbers.falseAlarms).toEqual({ of: 2, hits: 1 });
  expect(Object.keys(numbers.by.method)).toEqual(["cover", "digits"]);
  expect(numbers.signals).toEqual([{ id: "covered_and_retyped", scored: true, edited: 1, honest: 1, bits: 0 }]);
});

test("misses come in classes, the most frequent first", () => {
  const files = [
    scored({ ...edited, method: "one" }, clear),
    scored({ ...edited, method: "two" }, { ...clear, signals: [{ ...cover, scored: false }] }),
    scored({ ...edited, method: "two" }, clear),
    scored({ ...edited, method: "three" }, caught),
    scored(genuine, clear),
  ];
  expect(missClasses(files).map(({ method, missed, of }) => [method, missed, of])).toEqual([
    ["two", 2, 2],
    ["one", 1, 1],
  ]);
  expect(missClasses(files)[0]?.saw).toEqual(["~covered_and_retyped (1)"]);
  expect(byTrace(files)).toEqual([{ trace: "old text under a box", missed: 3, of: 4 }]);
});
