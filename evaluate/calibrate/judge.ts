// The verdict as crates/forensics/src/verdict.rs reaches it, for judging held-out files under rules that are not yet
// built into the engine. A test holds the two against each other on every fixture.
import { inBits, type Rules } from "./rules-file.ts";
import type { Definition } from "./signal-table.ts";

/** What a file raised, without what was set aside in it: such a finding has a weight and does not count. */
export function raised(
  signals: readonly { id: string; scored: boolean }[],
  table: Map<string, Definition>,
  rules: Rules,
): Set<string> {
  const weighed = (id: string) => table.get(id)?.strength !== "S" && (rules.weights[id] ?? 0) > 0;
  return new Set(signals.filter(({ id, scored }) => scored || !weighed(id)).map(({ id }) => id));
}

export type Judged = "clear" | "suspicious" | "tampered";

export function judge(ids: Iterable<string>, table: Map<string, Definition>, rules: Rules): Judged {
  const rows = [...ids].flatMap((id) => table.get(id) ?? []).filter((row) => (rules.weights[row.id] ?? 0) > 0);
  const content = rows.filter(({ strength }) => strength.startsWith("T"));
  const convincing =
    content.some(({ strength }) => strength === "TH") || new Set(content.map(({ module }) => module)).size > 1;
  const reach = (some: Definition[], threshold: number) =>
    bits(some, rules) + inBits(rules.edited) >= inBits(threshold);
  if (content.length === 0 || !reach(content, rules.suspicious)) return "clear";
  return convincing && reach(rows, rules.tampered) ? "tampered" : "suspicious";
}

/** Weights add up once for each cause. */
export function bits(rows: Definition[], rules: Rules): number {
  const causes = new Map<string, number>();
  for (const { id, cause } of rows) causes.set(cause, Math.max(causes.get(cause) ?? 0, rules.weights[id] ?? 0));
  return [...causes.values()].reduce((sum, weight) => sum + weight, 0);
}
