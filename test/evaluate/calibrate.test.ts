// The calibration: the same files give the same rules, weights keep within what honest sources bear out, and its verdict is
// the engine's own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeSync } from "@assay/engine";
import { expect, test } from "vitest";
import { curve, PROBABILITIES } from "../../evaluate/calibrate/curve.ts";
import {
  beyondBounds,
  bound,
  type Evidence,
  fitRules,
  REAL,
  type Sample,
  weigh,
} from "../../evaluate/calibrate/fit.ts";
import { leaveOut } from "../../evaluate/calibrate/folds.ts";
import { judge, raised } from "../../evaluate/calibrate/judge.ts";
import { inBits, parseRules, type Rules, revision, writeRules } from "../../evaluate/calibrate/rules-file.ts";
import { type Definition, parseSignalTable, readSignalTable } from "../../evaluate/calibrate/signal-table.ts";

const root = join(import.meta.dirname, "../..");
const source = readFileSync(join(root, "crates/forensics/rules/rules.toml"), "utf8");
const table = readSignalTable(join(root, "crates/forensics/rules/signals.tsv"));

const row = (id: string, strength: Definition["strength"], module = id, cause = id): Definition => ({
  id,
  module,
  strength,
  cause,
});
const SMALL = [row("strong", "TH"), row("middling", "TM"), row("other", "TM"), row("saved", "IM")];

const CHOSEN: Rules = { edited: 0.03, suspicious: 0.75, tampered: 0.97, weights: {} };

/** Forty edited files that raise `strong`, four of them `middling` too, and two hundred honest ones of as many sources, half saved again. */
function samples(): Sample[] {
  const made = (n: number, edited: boolean, ids: string[]): Sample => ({
    file: `${edited}-${n}`,
    edited,
    producer: `producer ${n % 4}`,
    way: edited ? `method ${n % 5}` : "genuine",
    source: `source ${n}`,
    ids: new Set(ids),
  });
  return [
    ...Array.from({ length: 40 }, (_, n) => made(n, true, n % 10 === 0 ? ["strong", "middling"] : ["strong"])),
    ...Array.from({ length: 200 }, (_, n) => made(n, false, n % 2 === 0 ? ["saved"] : [])),
  ];
}

const evidence = (edited: number, wrong: number, sources: number, share = 1): Evidence => ({
  edited,
  share,
  wrong,
  sources,
});

test("the same files in another order give the same rules file, byte for byte", () => {
  const once = writeRules(source, fitRules(samples(), table, parseRules(source)).rules, {});
  const again = writeRules(source, fitRules(samples().reverse(), table, parseRules(source)).rules, {});
  expect(again).toBe(once);
  expect(writeRules(once, fitRules(samples(), table, parseRules(source)).rules, {})).toBe(once);
  const fewer = writeRules(source, fitRules(samples().slice(1, 60), SMALL, CHOSEN).rules, {});
  expect(parseRules(fewer)).not.toEqual(parseRules(once));
});

test("what is written is read back, and nothing but revision and weights changes", () => {
  const { rules } = fitRules(samples(), table, parseRules(source));
  const written = writeRules(source, rules, { covered_and_retyped: "1 edited, 0 of 9 honest sources" });
  expect(parseRules(written)).toEqual(rules);
  const rest = (text: string) => text.slice(text.indexOf("[integrity]"));
  expect(rest(written)).toBe(rest(source));
  const chosen = (text: string) => text.slice(text.indexOf("[prior]"), text.indexOf("[weights]"));
  expect(chosen(written)).toBe(chosen(source));
  expect(/^revision = "fitted-[0-9a-f]{8}"$/m.test(written)).toBe(true);
});

test("the rules at work are named by their own numbers", () => {
  expect(source).toContain(`revision = "${revision(parseRules(source))}"`);
});

test("bits are bounded by the honest sources that were looked at, whatever the number of edits", () => {
  expect(bound(evidence(10_000, 0, 299))).toBeCloseTo(Math.log2(300), 6);
  expect(bound(evidence(10_000, 0, 299))).toBeCloseTo(8.2, 1);
  expect(bound(evidence(10_000, 3, 299))).toBeCloseTo(Math.log2(75), 6);
  for (const edited of [1, 20, 10_000])
    for (const wrong of [0, 1, 7])
      expect(weigh("TH", evidence(edited, wrong, 299))).toBeLessThanOrEqual(bound(evidence(edited, wrong, 299)));
});

test("a sign that nobody has seen is told and weighs nothing, unless it proves by argument", () => {
  expect(weigh("TH", evidence(0, 0, 600, 0))).toBe(0);
  const { rules } = fitRules(samples(), [row("page_of_another_file", "TH"), row("signature_broken", "TH")], CHOSEN);
  expect(rules.weights).toEqual({ page_of_another_file: 0, signature_broken: 12 });
});

test("what more honest sources raise weighs less, and a sign of few edits is drawn towards the catalogue", () => {
  const weights = [0, 1, 2, 5, 50].map((wrong) => weigh("TH", evidence(100, wrong, 600)));
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
  expect(new Set(weights).size).toBe(weights.length);
  expect(weigh("TM", evidence(1, 0, 600))).toBeLessThan(weigh("TM", evidence(50, 0, 600)));
  expect(weigh("TM", evidence(50, 0, 600, 0.2))).toBeLessThan(weigh("TM", evidence(50, 0, 600, 0.9)));
  expect(weigh("IL", evidence(500, 0, 600))).toBe(1.5);
});

test("a hundred files of one source count once", () => {
  const honest = samples().filter(({ edited }) => !edited);
  const marked = (source: (n: number) => string) =>
    Array.from({ length: 100 }, (_, n) => ({
      ...honest[0],
      file: `odd-${n}`,
      source: source(n),
      ids: new Set(["strong"]),
    })) as Sample[];
  const one = fitRules([...samples(), ...marked(() => "one hand")], SMALL, CHOSEN);
  const many = fitRules([...samples(), ...marked((n) => `hand ${n}`)], SMALL, CHOSEN);
  expect(one.weights.find(({ id }) => id === "strong")?.evidence).toMatchObject({ wrong: 1, sources: 201 });
  expect(many.rules.weights.strong).toBeLessThan((one.rules.weights.strong ?? 0) - 4);
});

test("rules beyond their bounds are named", () => {
  const { rules, weights } = fitRules(samples(), SMALL, CHOSEN);
  expect(beyondBounds(rules, weights)).toEqual([]);
  const heavy = { ...rules, weights: { ...rules.weights, strong: 9, signature_broken: 12 } };
  expect(beyondBounds(heavy, weights)).toEqual(["strong weighs 9, but 7.65 bits are the most its sources give"]);
});

test("thresholds are probabilities at the prior", () => {
  expect(inBits(0.5)).toBe(0);
  expect(inBits(0.75)).toBeCloseTo(Math.log2(3), 9);
  const rows = new Map(SMALL.map((one) => [one.id, one]));
  const at = (strong: number) => judge(["strong"], rows, { ...CHOSEN, weights: { strong } });
  // 3 in 100 beforehand are 5.01 bits against; three in four are 1.58 for, 97 in 100 are 5.01 for.
  expect([6.5, 6.6, 10, 10.1].map(at)).toEqual(["clear", "suspicious", "suspicious", "tampered"]);
});

test("each bit that is asked for has its cost: fewer files of every kind, and only one threshold moves", () => {
  const rows = new Map(SMALL.map((one) => [one.id, one]));
  const honest = samples().find(({ edited }) => !edited) as Sample;
  const all = [...samples(), { ...honest, way: REAL, ids: new Set(["strong"]) }];
  const rules = { ...CHOSEN, weights: { strong: 8, middling: 4 } };
  const points = curve(all, rules, "suspicious", ({ ids }, some) => judge(ids, rows, some));
  expect(points.map(({ probability }) => probability)).toEqual(PROBABILITIES);
  expect(points.find(({ probability }) => probability === 0.5)).toMatchObject({
    bits: expect.closeTo(-inBits(0.03), 9),
    edits: { of: 40, hits: 40 },
    made: { of: 200, hits: 0 },
    real: { of: 1, hits: 1 },
  });
  const found = points.map(({ edits }) => edits.hits);
  expect(found).toEqual([...found].sort((a, b) => b - a));
  // 8 bits are 0.89 at the prior, 12 are 0.992.
  expect(found.at(PROBABILITIES.indexOf(0.9))).toBe(4);
  const grave = curve(all, rules, "tampered", ({ ids }, some) => judge(ids, rows, some));
  expect(grave.find(({ probability }) => probability === 0.97)?.edits).toEqual({ of: 40, hits: 4 });
});

test("a group left out is judged by rules that never saw it", () => {
  const all = samples();
  // One producer whose honest files raise the strong sign: only without it is the sign held to be strong.
  const odd = Array.from(
    { length: 60 },
    (_, n) =>
      ({ ...all[45], file: `odd-${n}`, source: `odd ${n}`, producer: "odd", ids: new Set(["strong"]) }) as Sample,
  );
  const { groups } = leaveOut([...all, ...odd], SMALL, CHOSEN, ({ producer }) => producer);
  expect(groups.odd?.alarms).toEqual({ of: 60, hits: 60 });
  expect(groups["producer 1"]?.found).toEqual({ of: 10, hits: 0 });
});

test("the table is read whole, and a row in another form is an error", () => {
  expect(table.find(({ id }) => id === "covered_and_retyped")).toEqual(
    row("covered_and_retyped", "TH", "content", "page text"),
  );
  expect(Object.keys(parseRules(source).weights).sort()).toEqual(
    table
      .filter(({ strength }) => strength !== "S")
      .map(({ id }) => id)
      .sort(),
  );
  const head = "id\tmodule\tseverity\tscored\tproves\tcause\n";
  expect(() => parseSignalTable(`${head}odd\tvalues\n`)).toThrow("no row");
  expect(() => parseSignalTable(`${head}odd\tvalues\thigh\tyes\tcontent\tvalues\n`)).toThrow("no strength");
  expect(() => parseSignalTable("id\tseverity\n")).toThrow("columns");
});

test("its verdict is the engine's on every fixture", { timeout: 60_000 }, () => {
  const folder = join(root, "fixtures");
  const files = Object.keys(JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as object);
  const rules = parseRules(source);
  const rows = new Map(table.map((one) => [one.id, one]));
  const seen = new Set<string>();
  for (const file of files) {
    const { status, verdict, basis, signals } = analyzeSync(join(folder, file));
    if (status !== "completed") continue;
    const accused = basis === "negative" ? String(verdict) : "clear";
    seen.add(accused);
    expect(judge(raised(signals, rows, rules), rows, rules), file).toBe(accused);
  }
  expect([...seen].sort()).toEqual(["clear", "suspicious", "tampered"]);
});
