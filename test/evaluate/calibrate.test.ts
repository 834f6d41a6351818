// The calibration: the same files give the same rules, rare signals keep the catalogue's weight, and its verdict is the
// engine's own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeSync } from "@assay/engine";
import { expect, test } from "vitest";
import { fitRules, type Sample, weigh } from "../../evaluate/calibrate/fit.ts";
import { leaveOut } from "../../evaluate/calibrate/folds.ts";
import { judge } from "../../evaluate/calibrate/judge.ts";
import { parseRules, revision, writeRules } from "../../evaluate/calibrate/rules-file.ts";
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

/** Forty edited files that raise `strong`, four of them `middling` too, and two hundred honest ones, half saved again. */
function samples(): Sample[] {
  const made = (n: number, edited: boolean, ids: string[]): Sample => ({
    file: `${edited}-${n}`,
    edited,
    producer: `producer ${n % 4}`,
    way: edited ? `method ${n % 5}` : "genuine",
    ids: new Set(ids),
  });
  return [
    ...Array.from({ length: 40 }, (_, n) => made(n, true, n % 10 === 0 ? ["strong", "middling"] : ["strong"])),
    ...Array.from({ length: 200 }, (_, n) => made(n, false, n % 2 === 0 ? ["saved"] : [])),
  ];
}

test("the same files in another order give the same rules file, byte for byte", () => {
  const once = writeRules(source, fitRules(samples(), table).rules, {});
  const again = writeRules(source, fitRules(samples().reverse(), table).rules, {});
  expect(again).toBe(once);
  expect(writeRules(once, fitRules(samples(), table).rules, {})).toBe(once);
  const fewer = writeRules(source, fitRules(samples().slice(1, 60), SMALL).rules, {});
  expect(parseRules(fewer)).not.toEqual(parseRules(once));
});

test("what is written is read back, and nothing but revision, thresholds and weights changes", () => {
  const { rules } = fitRules(samples(), table);
  const written = writeRules(source, rules, { covered_and_retyped: "1 edited, 0 honest" });
  expect(parseRules(written)).toEqual(rules);
  const rest = (text: string) => text.slice(text.indexOf("[integrity]"));
  expect(rest(written)).toBe(rest(source));
  expect(/^revision = "fitted-[0-9a-f]{8}"$/m.test(written)).toBe(true);
});

test("the rules at work are named by their own numbers", () => {
  expect(source).toContain(`revision = "${revision(parseRules(source))}"`);
});

test("a signal that no file raised weighs what the catalogue says; one that honest files raise weighs less", () => {
  const of = { edited: 500, honest: 1000 };
  expect(weigh("TH", { edited: 0, honest: 0 }, of)).toBe(8);
  expect(weigh("TM", { edited: 0, honest: 0 }, of)).toBe(4.5);
  expect(weigh("TH", { edited: 3, honest: 0 }, of)).toBeGreaterThanOrEqual(8);
  expect(weigh("TH", { edited: 400, honest: 0 }, of)).toBeLessThanOrEqual(9);
  const honestToo = weigh("TH", { edited: 20, honest: 20 }, of);
  expect(honestToo).toBeLessThan(5);
  expect(weigh("TH", { edited: 20, honest: 100 }, of)).toBeLessThan(honestToo);
  expect(weigh("IM", { edited: 5, honest: 500 }, of)).toBe(0);
});

test("a group left out is judged by rules that never saw it", () => {
  const all = samples();
  // One producer whose honest files raise the strong sign: only without it is the sign held to be strong.
  const odd = Array.from(
    { length: 60 },
    (_, n) => ({ ...all[45], file: `odd-${n}`, producer: "odd", ids: new Set(["strong"]) }) as Sample,
  );
  const { groups } = leaveOut([...all, ...odd], SMALL, ({ producer }) => producer);
  expect(groups.odd?.alarms).toEqual({ of: 60, hits: 60 });
  expect(groups["producer 1"]?.found).toEqual({ of: 10, hits: 0 });
});

test("a finding of middle strength that honest files raise is shut out by the threshold, and edits are not given up for it", () => {
  const honest = samples().filter(({ edited }) => !edited);
  const marked = honest.map((one, n) => (n < 4 ? { ...one, ids: new Set(["middling"]) } : one));
  const { rules } = fitRules([...samples().filter(({ edited }) => edited), ...marked], SMALL);
  const rows = new Map(SMALL.map((one) => [one.id, one]));
  expect(judge(["middling"], rows, rules)).toBe("clear");
  expect(judge(["strong"], rows, rules)).toBe("tampered");
  expect(judge(["saved"], rows, rules)).toBe("clear");
  expect(judge(["middling", "saved"], rows, rules)).toBe("clear");
  // One honest file with the strong sign costs it weight, and not its meaning.
  const odd = honest.map((one, n) => (n === 0 ? { ...one, ids: new Set(["strong"]) } : one));
  const fitted = fitRules([...samples().filter(({ edited }) => edited), ...odd], SMALL).rules;
  expect(fitted.weights.strong).toBeLessThan(rules.weights.strong ?? 0);
  expect(judge(["strong"], rows, fitted)).toBe("tampered");
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
    expect(judge(new Set(signals.map(({ id }) => id)), rows, rules), file).toBe(accused);
  }
  expect([...seen].sort()).toEqual(["clear", "suspicious", "tampered"]);
});
