// The honest track: bounds of shares, judgements kept, wrong accusations counted by source, and what is written about them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accuracyTables, type Measured, paragraph, withCounted } from "../../evaluate/score/accuracy.ts";
import { bounds } from "../../evaluate/score/bounds.ts";
import { alarms, honestNumbers, type Looked } from "../../evaluate/score/honest.ts";
import { byUrgency, honestPage } from "../../evaluate/score/honest-page.ts";
import { type Judged, parseJudged, withJudgements } from "../../evaluate/score/judged.ts";
import type { Answer } from "../../evaluate/score/mark.ts";
import { count } from "../../evaluate/score/numbers.ts";
import { honestSummary } from "../../evaluate/score/print.ts";

const root = join(import.meta.dirname, "../..");

test.each([
  // Published examples of Clopper and Pearson's bounds.
  [5, 100, 0.0164, 0.1128],
  [1, 10, 0.0025, 0.445],
  [10, 20, 0.272, 0.728],
  [98, 4668, 0.0171, 0.0255],
])("%d of %d lie between %d and %d", (hits, of, low, high) => {
  expect(bounds({ hits, of }).low).toBeCloseTo(low, 3);
  expect(bounds({ hits, of }).high).toBeCloseTo(high, 3);
});

test("where nothing was hit the bound is the rule of three, and where everything was it lies below", () => {
  for (const of of [50, 300, 20_000]) {
    const { low, high } = bounds({ of, hits: 0 });
    expect(low).toBe(0);
    expect(high).toBeCloseTo(1 - 0.05 ** (1 / of), 9);
    expect(high * of).toBeLessThan(3);
    expect(high * of).toBeGreaterThan(2.9);
    expect(bounds({ of, hits: of })).toEqual({ low: expect.closeTo(1 - high, 9), high: 1 });
  }
  expect(bounds({ of: 0, hits: 0 })).toEqual({ low: 0, high: 1 });
});

test("judgements are kept, later ones in the place of earlier ones, and what is read is what was written", () => {
  const text = "# What this is.\n0123456789abcdef\twrong\ta caption\nfedcba9876543210\tright\tcovered\n";
  const later: Judged[] = [
    { hash: "fedcba9876543210", judgement: "open", why: "looked\tat\nagain" },
    { hash: "aaaaaaaabbbbbbbb", judgement: "right", why: "" },
  ];
  const kept = withJudgements(text, later);
  expect(kept.split("\n")[0]).toBe("# What this is.");
  expect(parseJudged(kept)).toEqual([
    { hash: "0123456789abcdef", judgement: "wrong", why: "a caption" },
    { hash: "aaaaaaaabbbbbbbb", judgement: "right", why: "" },
    { hash: "fedcba9876543210", judgement: "open", why: "looked at again" },
  ]);
  expect(withJudgements(kept, [])).toBe(kept);
  expect(withJudgements(kept, later)).toBe(kept);
});

test("the list of judgements is as it would be written, and a line that says nothing is an error", () => {
  const text = readFileSync(join(root, "evaluate/judged.tsv"), "utf8");
  expect(withJudgements(text, [])).toBe(text);
  expect(() => parseJudged("0123456789abcdef\tmaybe\t")).toThrow("neither right, wrong nor open");
  expect(() => parseJudged("report.pdf\twrong\t")).toThrow("no start of a file's name");
  expect(() => parseJudged("0123456789abcdef\twrong\t\n0123456789abcdef\tright\t")).toThrow("judged twice");
});

const answer = (verdict: string, ids: string[] = []): Answer => ({
  status: "completed",
  verdict,
  basis: verdict === "clear" ? "inconclusive" : "negative",
  document_class: "born_digital",
  score: 20,
  error: null,
  signals: ids.map((id) => ({ id, module: "content", scored: true, evidence: "<b>of a file</b>" })),
  milliseconds: 1,
});
const looked = (name: string, source: string, verdict: string, more: Partial<Looked> = {}): Looked => ({
  name: `real/${name}.pdf`,
  path: `/real/${name}.pdf`,
  kind: "other real files",
  origin: source,
  program: "FPDF",
  source,
  held: "honest",
  judgement: undefined,
  why: "",
  answer: answer(verdict, verdict === "clear" ? [] : ["value_in_late_font"]),
  ...more,
});
const FILES: Looked[] = [
  ...Array.from({ length: 6 }, (_, n) => looked(`clear${n}`, `source ${n % 3}`, "clear")),
  looked("new", "source 0", "suspicious"),
  looked("wrong", "source 0", "tampered", { judgement: "wrong", why: "a caption" }),
  looked("right", "source 1", "tampered", { judgement: "right", held: "edited" }),
  looked("silent", "source 1", "clear", { judgement: "right", held: "edited" }),
  looked("open", "source 2", "suspicious", { judgement: "open", held: "unsettled" }),
  looked("tool", "source 2", "clear", { held: "edited" }),
  looked("picture", "source 2", "clear", { answer: { ...answer("suspicious"), basis: "image_container" } }),
  looked("broken", "source 2", "clear", { answer: { ...answer("clear"), status: "failed", error: "not_a_pdf" } }),
];

test("wrong accusations are counted by file and by source; what nobody looked at counts as wrong", () => {
  const { kinds, origins, signals, sources, failed, real } = honestNumbers(FILES);
  expect(kinds).toEqual({
    "other real files": {
      files: { of: 9, hits: 2 },
      tampered: { of: 9, hits: 1 },
      sources: { of: 3, hits: 1 },
    },
  });
  expect(Object.keys(origins)).toEqual(["other real files: source 0"]);
  expect(signals).toEqual([{ id: "value_in_late_font", wrong: 2, wrongSources: 1, right: 1 }]);
  expect(sources).toBe(3);
  expect(failed).toEqual({ not_a_pdf: 1 });
  expect(real).toEqual({
    files: 14,
    accused: 4,
    right: 1,
    wrong: 2,
    unjudged: ["real/new.pdf"],
    unsettled: ["real/open.pdf"],
    edited: { judged: { of: 2, hits: 1 }, byTool: { of: 1, hits: 0 } },
  });
  expect(alarms([])).toEqual({
    files: { of: 0, hits: 0 },
    tampered: { of: 0, hits: 0 },
    sources: { of: 0, hits: 0 },
  });
});

test("the page shows accusations alone, those that nobody has judged first, and what files say as text", async () => {
  expect(byUrgency(FILES).map(({ name }) => name)).toEqual([
    "real/new.pdf",
    "real/open.pdf",
    "real/wrong.pdf",
    "real/right.pdf",
  ]);
  const page = await honestPage(FILES, honestNumbers(FILES), "/report", undefined, () => undefined);
  expect(page.match(/<article /g)).toHaveLength(4);
  expect(page).toContain('value="wrong" checked');
  expect(page).not.toContain("<b>of a file</b>");
});

const measured: Measured = {
  date: "2026-11-23",
  engine: "0.1.0",
  rules: "fitted-12345678",
  honest: honestNumbers(FILES),
  numbers: count([]),
};

test("the documentation says the numbers with their bounds, and keeps what is written by hand", () => {
  const { low, high } = bounds({ of: 9, hits: 2 });
  const bounded = `22.22 % (${(100 * low).toFixed(2)} to ${(100 * high).toFixed(2)})`;
  expect(accuracyTables(measured)).toContain(`| other real files | 9 | 2 | ${bounded} | 1 | 3 | 1 |`);
  expect(honestSummary(measured.honest)).toContain(bounded);
  expect(paragraph(measured)).toContain("- other real files: 2 of 9 accused wrongly");
  for (const name of ["README.md", "docs/accuracy.md"]) {
    const text = readFileSync(join(root, name), "utf8");
    const written = withCounted(text, "What was counted.");
    expect(written).toContain("-->\nWhat was counted.\n<!--");
    expect(withCounted(written, "What was counted.")).toBe(written);
    const around = (one: string) => one.replace(/<!-- counted[\s\S]*<!-- \/counted -->/, "");
    expect(around(written)).toBe(around(text));
  }
  expect(() => withCounted("# assay", "")).toThrow("are missing");
});
