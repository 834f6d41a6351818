// What a person reads of one file.
import { expect, test } from "vitest";
import { render } from "../../src/check/render.ts";
import type { Signal } from "../../src/report.ts";
import type { Paint } from "../../src/terminal/terminal.ts";
import { completed, failed } from "./documents.ts";

const plain = { paint: (_: unknown, text: string) => text, width: 80 };

const replaced: Signal = {
  id: "text_replaced",
  module: "revisions",
  kind: "tamper",
  severity: "high",
  scored: true,
  page: 2,
  bbox: [411.6, 96.2, 480, 108.4],
  field: "Closing balance",
  old_value: "1,204.10",
  new_value: "11,204.10",
  evidence: "Object 12 was written again in revision 2, at byte 40112.",
};

test("an ordinary file", () => {
  expect(render(completed(), plain)).toBe(`march.pdf
  INCONCLUSIVE · score 68 of 100 · 3 pages · born digital
  Nothing proves the file genuine and nothing proves it edited.

  Next: Where much depends on it, ask for a signed copy or have the issuer
  confirm the details.
`);
});

test("an edited file: where, from what to what, why, and what to do", () => {
  const note: Signal = { id: "producer_known", module: "metadata", kind: "integrity", severity: null, scored: false };
  const tampered = completed({ verdict: "tampered", basis: "negative", score: 7, signals: [replaced, note] });
  expect(render({ ...tampered, summary: "A value was replaced." }, plain)).toBe(`march.pdf
  TAMPERED · score 7 of 100 · 3 pages · born digital
  A value was replaced.

  high    text_replaced · page 2, 412,96 to 480,108 pt from the bottom left
          Closing balance: "1,204.10" → "11,204.10"
          Object 12 was written again in revision 2, at byte 40112.

  note    producer_known · whole file

  Next: Do not rely on this file. Ask the issuer, not the sender, for the
  original and compare what was found.
`);
});

test("a file that could not be checked", () => {
  expect(render(failed(), plain)).toBe(`march.pdf
  NOT CHECKED · password required
  The file opens only with a password.

  Next: Ask for a copy that opens without a password.
`);
});

test("headlines are broken like all other lines", () => {
  const narrow = { ...plain, width: 40 };
  const long = completed({
    verdict: "tampered",
    basis: "negative",
    score: 7,
    signals: [{ ...replaced, scored: false }],
  });
  const text = render(long, narrow);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(40);
  // Colours take no room.
  const paint: Paint = (_, part) => `\u001b[1m${part}\u001b[22m`;
  expect(render(long, { paint, width: 80 }).split("\n")).toHaveLength(render(long, plain).split("\n").length);
});

test("a finding that is not counted says so", () => {
  const text = render(completed({ signals: [{ ...replaced, scored: false }] }), plain);
  expect(text).toContain("(supporting, not counted)");
});

test("a value of which only one side was seen", () => {
  const { old_value: _old, ...added } = replaced;
  expect(render(completed({ signals: [added] }), plain)).toContain('Closing balance: now "11,204.10"\n');
  const { new_value: _new, ...removed } = replaced;
  expect(render(completed({ signals: [removed] }), plain)).toContain('Closing balance: was "1,204.10"\n');
});

test("a very long list is cut, and says where the rest is", () => {
  const text = render(completed({ signals: Array.from({ length: 40 }, () => replaced) }), plain);
  expect(text.match(/text_replaced/g)).toHaveLength(25);
  expect(text).toContain("and 15 more: --json has them all");
});

test("colours go to the verdict and the severity", () => {
  const paint: Paint = (colour, text) => `<${[colour].flat().join(" ")}>${text}</>`;
  const text = render(completed({ verdict: "tampered", basis: "negative", signals: [replaced] }), { ...plain, paint });
  expect(text).toContain("<bold red>TAMPERED</>");
  expect(text).toContain("<red>high    </>");
});

test("nothing in a name or a value reaches the terminal as a command", () => {
  const hostile = "\u001b[2Jx\u009b31m\u202ey\r\nz\u0007";
  const signal = {
    ...replaced,
    field: hostile,
    old_value: hostile,
    new_value: hostile,
    evidence: hostile,
    id: hostile,
  };
  const document = completed({ summary: hostile, signals: [signal] });
  const text = render({ ...document, file: { ...document.file, name: hostile } }, plain);
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(text).toContain("\\u001b[2Jx\\u009b31m\\u202ey z\\u0007");
});
