// What a report says of real files, and that nothing of a file becomes markup.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildReport } from "../../../src/dashboard/report/build.ts";
import { openAt } from "../../../src/dashboard/report/frame.ts";
import { reportFile } from "../../../src/dashboard/report/standalone.tsx";
import { openEngine, type WholeEngine } from "../../../src/engine/engine.ts";
import { completed, failed } from "../../cli/documents.ts";
import { fileOf, reportOf } from "./made.ts";

const COVERED = "utility-pdfbox/total-covered-incremental-pdfbox.pdf";
let engine: WholeEngine;

beforeAll(async () => {
  engine = await openEngine({ size: 1 });
});
afterAll(() => engine.close());

describe("a total that a later save covered and typed anew", () => {
  test("shows the place before and now in one scale, and the save between", async () => {
    const report = await reportOf(engine, COVERED);
    expect(report.kind).toBe("tampered");
    const [first] = report.findings;
    const [place] = first?.places ?? [];
    expect(place).toMatchObject({ page: 1, oldValue: "£313.42", newValue: "£913.42", shownAt: null });
    expect(place?.before?.shot).toEqual({ page: 1, save: 1 });
    expect(place?.now?.shot).toEqual({ page: 1, save: null });
    expect([place?.before?.window.width, place?.before?.window.height]).toEqual([
      place?.now?.window.width,
      place?.now?.window.height,
    ]);
    // The other findings stand in the same place and do not show it again.
    expect(report.findings.slice(1).flatMap(({ places }) => places.map(({ shownAt }) => shownAt))).toEqual([
      1, 1, 1, 1,
    ]);
    expect(report.findings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(report.pages[0]?.marks.map(({ finding }) => finding)).toEqual([1, 2, 3, 4, 5]);
    expect(report.saves.map(({ visible }) => visible)).toEqual([false, true]);
    expect(openAt(report, {})).toMatchObject({ page: 1, save: 2, before: { page: 1, save: 1 } });
  });

  test("as a file of its own: a picture once, marks that lead to findings and back, nothing from elsewhere", async () => {
    const report = await reportOf(engine, COVERED);
    const html = await fileOf(engine, COVERED, report);
    expect(html.match(/data:image\/png/g)).toHaveLength(2);
    for (const { number } of report.findings) {
      expect(html).toContain(`id="finding-${number}"`);
      expect(html).toContain(`href="#finding-${number}"`);
    }
    expect(html).toContain('id="page-1"');
    expect(html).not.toMatch(/<script|\bon\w+=|javascript:/i);
    expect(html).not.toMatch(/(src|href)="(?!#|data:image\/png)/);
    expect(html).toContain(report.document.file.sha256);
    expect(html).toMatch(/Honest files that look the same/);
  });
});

test("each state says what it is, in words that fit it", async () => {
  const states = [
    ["statement-pdfkit/original.pdf", "inconclusive", /^Nothing was found\. That is the best/],
    [
      "receipt-scanned/covered-then-picture.pdf",
      "suspicious",
      /A person should look at this picture|points to editing/,
    ],
    ["invoice-weasyprint-signed/signed-visible.pdf", "authentic", /^An unbroken digital signature/],
  ] as const;
  for (const [fixture, kind, sentence] of states) {
    const report = await reportOf(engine, fixture);
    expect(report.kind, fixture).toBe(kind);
    expect(report.headline.sentence).toMatch(sentence);
    expect(report.coverage.length).toBeGreaterThan(0);
  }
  const locked = buildReport(failed(), null, []);
  expect(locked.headline).toMatchObject({ word: "not checked", sentence: "The file opens only with a password." });
  expect(locked.headline.advice).toMatch(/^Nothing was charged\./);
  const waiting = buildReport({ ...completed(), status: "processing", verdict: null }, null, []);
  expect(waiting.kind).toBe("processing");
});

test("values that stand side by side, or are only reckoned, are not said to have been replaced", async () => {
  const code = await reportOf(engine, "coded/invoice-account-retyped.pdf");
  const html = await fileOf(engine, "coded/invoice-account-retyped.pdf", code);
  expect(html).toMatch(/code<\/span> <b><bdi>DE75512108001245126199<\/bdi><\/b>, <span class="side">print/);
  expect(html).not.toContain("<del>");
  const sum = await reportOf(engine, "letter-reportlab/salary-changed-in-stream-padded.pdf");
  expect(sum.findings[0]?.sides).toEqual({ old: "should read", now: "reads" });
  expect(sum.pages[0]?.marks[0]?.text).toMatch(/^should read \$35,880\.00/);
});

test("what was noticed and does not count is not called nothing", async () => {
  const report = await reportOf(engine, "hidden/field-appearance-left-over.pdf");
  expect(report.headline.sentence).toMatch(/^Nothing was found that counts\./);
});

test("what one cause left behind is told under its strongest finding, and numbered after it", async () => {
  const report = await reportOf(engine, COVERED);
  const catalogue = await engine.catalogue();
  const causeOf = (id: string) => catalogue.find((one) => one.id === id)?.cause;
  const strongest = report.findings.filter(({ under }) => under === null);
  expect(new Set(strongest.map(({ id }) => causeOf(id))).size).toBe(strongest.length);
  const told = report.findings.filter(({ under }) => under !== null);
  expect(told.length).toBeGreaterThan(0);
  for (const finding of told) {
    const above = report.findings.find(({ number }) => number === finding.under);
    expect(causeOf(finding.id)).toBe(causeOf(above?.id ?? ""));
  }
  const html = await fileOf(engine, COVERED, report);
  expect(html).toContain(`<h2 id="findings-title">Findings ${strongest.filter(({ counted }) => counted).length}</h2>`);
  expect(html).toMatch(/(Another sign|\d+ more signs) of the same cause, counted once/);
});

test("what speaks for a file is no group", async () => {
  const { findings } = await reportOf(engine, "invoice-weasyprint-signed/signed-visible.pdf");
  const notes = findings.filter(({ grade }) => grade === "note");
  expect(notes.length).toBeGreaterThan(1);
  expect(notes.filter(({ under }) => under !== null)).toEqual([]);
});

test("counted findings stand by gravity", async () => {
  const { findings } = await reportOf(engine, "invoice-gopdf/total-covered-same-face-pymupdf.pdf");
  const counted = findings.filter((finding) => finding.counted && finding.under === null).map(({ grade }) => grade);
  expect(counted).toEqual(
    [...counted].sort((a, b) => ["high", "medium", "low"].indexOf(a) - ["high", "medium", "low"].indexOf(b)),
  );
  expect(new Set(counted).size).toBeGreaterThan(1);
});

test("signatures keep their seven answers apart", async () => {
  const { seals } = await reportOf(engine, "invoice-weasyprint-signed/signed-visible.pdf");
  expect(seals[0]?.answers.map(({ question }) => question)).toHaveLength(7);
  expect(new Set(seals[0]?.answers.map(({ axis }) => axis.words)).size).toBe(7);
});

test("every signal the engine may raise has a first line without words of the trade", async () => {
  const catalogue = await engine.catalogue();
  expect(catalogue.length).toBeGreaterThan(50);
  const signals = catalogue.map(({ id, module, kind, severity, scored }) => ({ id, module, kind, severity, scored }));
  const report = buildReport(completed({ signals, verdict: "tampered" }), null, catalogue);
  const trade =
    /\b(xref|startxref|annotations?|content streams?|subsets?|glyphs?|dictionar(y|ies)|byte range|revisions?|xmp|metadata|stream|font program|objects?|cross-reference)\b/i;
  expect(report.findings.map(({ title }) => title).filter((title) => trade.test(title))).toEqual([]);
});

test("what a file says of itself is text, and what does not show is written out", async () => {
  const hostile = `<script>alert(1)</script>"'><img src=x onerror=y>\u202e\u200b\u0000end`;
  const signal = { id: "sum_broken", module: "values", kind: "tamper", severity: "high", scored: true } as const;
  const document = completed({
    verdict: "tampered",
    summary: hostile,
    signals: [{ ...signal, field: hostile, old_value: hostile, new_value: hostile, evidence: hostile }],
  });
  const report = buildReport({ ...document, file: { ...document.file, name: hostile } }, null, []);
  const html = await reportFile(report, new Map());
  expect(html).not.toContain("<script");
  expect(html).not.toContain("<img");
  const body = html.slice(html.indexOf("<body>"));
  for (const character of "\u202e\u200b\u0000") expect(body).not.toContain(character);
  for (const code of ["U+202E", "U+200B", "U+0000"]) expect(body).toContain(code);
});

test("a page that cannot be drawn says so and still shows its marks", async () => {
  const report = await reportOf(engine, COVERED);
  const problem = { problem: "The page cannot be drawn: a reason." };
  const html = await reportFile(
    report,
    new Map([
      ["1", problem],
      ["1-after-save-1", problem],
    ]),
  );
  expect(html).toContain("The page cannot be drawn: a reason.");
  expect(html).toContain('class="mark high"');
  expect(html).not.toContain("data:image");
});
