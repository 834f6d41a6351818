// The verdicts that are right for each fixture: no honest file is accused, and the edits that leave traces are found.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeSync } from "@assay/engine";
import { expect, test } from "vitest";
import { z } from "zod";

const FOLDER = join(import.meta.dirname, "../../fixtures");

/** Edits that must be found, of those the fixtures hold. It rises with the engine and never falls. */
const FOUND_AT_LEAST = 58;

const Expected = z.record(
  z.string(),
  z.object({
    label: z.enum(["genuine", "benign", "edited"]),
    allowed: z.array(z.string()),
    expect: z.object({ error: z.string().optional(), may_fail: z.string().optional() }).default({}),
  }),
);
type Expectation = z.infer<typeof Expected>[string];

function judged(file: string, expected: Expectation): { answer: string; right: boolean } {
  const { verdict, error } = analyzeSync(join(FOLDER, file));
  if (error)
    return { answer: error.code, right: [expected.expect.error, expected.expect.may_fail].includes(error.code) };
  return { answer: String(verdict), right: expected.allowed.includes(String(verdict)) };
}

test("honest files are left alone and edits are found", { timeout: 60_000 }, () => {
  const expectations = Expected.parse(JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8")));
  const answers = Object.entries(expectations).map(([file, expected]) => ({
    file,
    edited: expected.label === "edited",
    ...judged(file, expected),
  }));
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(({ edited, right }) => !edited && !right)).toEqual([]);
  const found = answers.filter(({ edited, right }) => edited && right).length;
  const missed = answers.filter(({ edited, right }) => edited && !right).map(({ file }) => file);
  expect(found, `missed: ${missed.join(", ")}`).toBeGreaterThanOrEqual(FOUND_AT_LEAST);
});
