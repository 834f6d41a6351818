// Identifiers: their form, and that every character is as likely as the next.
import { expect, test } from "vitest";
import { newId, randomBase62, toBase62 } from "../src/ids.ts";

test("an id is its prefix and 24 characters", () => {
  expect(newId("doc")).toMatch(/^doc_[0-9A-Za-z]{24}$/);
  expect(new Set(Array.from({ length: 1000 }, () => newId("req"))).size).toBe(1000);
});

test("no character is favoured", () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(620_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 10,000 of each are expected; five standard deviations are 500. A plain modulo would give the first eight 12,000.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(600);
});

test.each([
  [0, "000000"],
  [61, "00000z"],
  [62, "000010"],
  [2 ** 32 - 1, "4gfFC3"],
])("%i in base62 is %s", (value, text) => {
  expect(toBase62(value, 6)).toBe(text);
});
