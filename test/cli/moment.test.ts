// Times on the command line: days, times with their zone, and what is neither.
import { expect, test } from "vitest";
import { readMoment } from "../../src/terminal/moment.ts";

test.each([
  ["2026-03-01", "2026-03-01T23:59:59.000Z"],
  ["2024-02-29", "2024-02-29T23:59:59.000Z"],
  ["2026-03-01T09:30Z", "2026-03-01T09:30:00.000Z"],
  ["2026-03-01t09:30:15z", "2026-03-01T09:30:15.000Z"],
  ["2026-03-01T00:30:00+02:00", "2026-02-28T22:30:00.000Z"],
])("%s is %s", (words, moment) => {
  expect(readMoment(words, "--received").toISOString()).toBe(moment);
});

test.each([
  "",
  "yesterday",
  "2026",
  "01.03.2026",
  "2026-02-30",
  "2026-13-01",
  "2026-02-30T09:30:00Z",
  "2026-03-01T09:30:00",
  "2026-03-01T25:30:00Z",
  "2026-03-01T09:30:00 Z",
])("%j is refused in one sentence", (words) => {
  expect(() => readMoment(words, "--received")).toThrow("--received must be a day such as 2026-03-01");
});
