// The exit status and the closing line, from what all files came to.
import { expect, test } from "vitest";
import { status, tally } from "../../src/check/result.ts";
import { completed, failed } from "./documents.ts";

const unreadable = { path: "gone.pdf", problem: "does not exist" };
const authentic = completed({ verdict: "authentic", basis: "signature" });
const suspicious = completed({ verdict: "suspicious", basis: "negative" });
const tampered = completed({ verdict: "tampered", basis: "negative" });
const unsupported = completed({ verdict: "unsupported", score: null });

test.each([
  ["nothing found", [completed(), authentic], 0],
  ["suspicious", [completed(), suspicious], 1],
  ["tampered", [tampered, completed()], 1],
  ["failed", [failed()], 2],
  ["unsupported", [unsupported], 2],
  ["unreadable", [unreadable], 2],
  ["what could not be checked outweighs what was found", [tampered, failed(), completed()], 2],
])("exit status: %s", (_, checked, expected) => {
  expect(status(checked)).toBe(expected);
});

test("the closing line counts every file once", () => {
  const all = [completed(), tampered, completed(), failed(), unreadable];
  expect(tally(all)).toBe("5 files: 2 inconclusive, 1 tampered, 1 failed, 1 unreadable");
});
