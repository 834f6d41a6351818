// What the committed files must give: no honest one is accused, and of each class of edits at least so many are found,
// pointed at and read. The full set is made and scored by `npm run evaluate`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeSync } from "@assay/engine";
import { beforeAll, expect, test } from "vitest";
import { answerOf } from "../../evaluate/score/ask.ts";
import { parseLabels } from "../../evaluate/score/labels.ts";
import { mark } from "../../evaluate/score/mark.ts";
import { honest, recall, type Scored, traceable } from "../../evaluate/score/numbers.ts";
import { Outcome } from "../../src/report.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures");

/** A class is told by the beginning of the edit method's name; `found` are edits of it of which something must be told. */
type Class = { methods: RegExp; found: number };

/** It rises with the engine and never falls. Whether what is told also accuses is for the rules to say, below. */
const CLASSES: Record<string, Class> = {
  "characters changed, in the content stream or in a font": { methods: /^(digits?|glyphs|unicode)-/, found: 20 },
  "a later save": { methods: /^incremental-/, found: 7 },
  "covered and retyped": { methods: /^(cover-|covered-then-signed|overlay-|layer|invisible|form-xobject)/, found: 21 },
  "cut out and retyped": { methods: /^(redact-|cut-|line-|typed-)/, found: 11 },
  "annotation or field over a value": { methods: /^(free-text|widget)/, found: 2 },
  "pictures and scans": { methods: /^(picture|scan-|covered-then-picture)/, found: 5 },
  "pages and rows": { methods: /^(page|row)-/, found: 4 },
  "redrawn by another program": { methods: /^(libreoffice|inkscape|word|html|rebuilt)/, found: 2 },
  "changed after signing": { methods: /^(signed-|one byte)/, found: 7 },
  "attacks on signed files": { methods: /^attacks /, found: 13 },
  "print at odds with its QR code": { methods: /, code left as it was$|^code of another/, found: 3 },
  "drawn as shapes, or with a link that says otherwise": { methods: /^(value-drawn-|link-)/, found: 2 },
  "something left in the file": { methods: /^left-/, found: 2 },
};
const ALL = { told: 101, found: 95, tampered: 59, located: 76, valueRight: 71 };

let files: Scored[];

beforeAll(() => {
  const expected = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8")) as Record<string, object>;
  const labels = parseLabels(Object.entries(expected).map(([file, label]) => ({ file, ...label })));
  files = labels.map((label) => {
    const answer = answerOf(Outcome.parse(analyzeSync(join(FOLDER, label.file))), 0);
    return { label, answer, mark: mark(label, answer) };
  });
}, 60_000);

test("every honest file is left alone and answered as its label says", () => {
  const good = files.filter(honest);
  expect(good.length).toBeGreaterThan(90);
  const wrong = good.filter((file) => file.mark.accused || file.mark.violations.length > 0);
  expect(wrong.map(({ label, mark }) => [label.file, ...mark.violations])).toEqual([]);
});

test.each(Object.entries(CLASSES))("%s: as many are found as ever", (_, { methods, found }) => {
  const edits = files.filter((file) => traceable(file) && methods.test(file.label.method ?? ""));
  expect(edits.length).toBeGreaterThan(0);
  const missed = edits.filter((file) => !isTold(file)).map(({ label }) => label.file);
  expect(edits.length - missed.length, `missed: ${missed.join(", ")}`).toBeGreaterThanOrEqual(found);
});

test("every edit belongs to one class", () => {
  const methods = files.filter((file) => !honest(file)).map(({ label }) => label.method ?? "");
  const classes = Object.values(CLASSES).map((one) => one.methods);
  expect(methods.filter((method) => classes.filter((one) => one.test(method)).length !== 1)).toEqual([]);
});

test("as many are tampered, located and read as ever", () => {
  const { found, tampered, located, eitherRight } = recall(files.filter(traceable));
  expect(files.filter(traceable).filter(isTold).length).toBeGreaterThanOrEqual(ALL.told);
  expect(found.hits).toBeGreaterThanOrEqual(ALL.found);
  expect(tampered.hits).toBeGreaterThanOrEqual(ALL.tampered);
  expect(located.hits).toBeGreaterThanOrEqual(ALL.located);
  expect(eitherRight.hits).toBeGreaterThanOrEqual(ALL.valueRight);
  // An edit that leaves nothing is not claimed to be seen.
  const untraceable = files.filter((file) => !honest(file) && !traceable(file));
  expect(untraceable.length).toBeGreaterThan(3);
  expect(untraceable.filter((file) => file.mark.accused).map(({ label }) => label.file)).toEqual([]);
});

/** What says how a file was written, not what it shows. */
const HOW_IT_WAS_WRITTEN = ["metadata", "writers"];

/** Something is told of a page that was edited, or of the file as a whole, counted or not. */
function isTold({ label, answer, mark: { accused } }: Scored): boolean {
  const pages = label.edits.map(({ page }) => page);
  const told = answer.signals.filter(({ module }) => !HOW_IT_WAS_WRITTEN.includes(module));
  return accused || told.some(({ page }) => page === undefined || pages.includes(page));
}
