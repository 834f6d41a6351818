// Fingerprints as the addon gives and takes them: shaped as the schemas say, and nothing but completed ones compared.
import { fileURLToPath } from "node:url";
import { ArgumentError, compareFingerprints, completed, fingerprint, groupFingerprints } from "@assay/engine";
import { expect, test } from "vitest";
import { Comparison, Fingerprint, Grouping } from "../../src/structure.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const draw = async (name: string) => completed(await fingerprint(fixture(name)));

test("a fingerprint says how a file was written, and no value of it", async () => {
  const drawn = await draw("letter-reportlab/original.pdf");
  expect(Fingerprint.parse(drawn)).toEqual(drawn);
  const written = drawn.details.find(({ subject }) => subject === "version in the header");
  expect(written).toEqual({
    aspect: "writer",
    subject: "version in the header",
    values: [{ value: "1.4", page: null }],
  });
  const shown = drawn.details.filter(({ aspect }) => aspect === "format" || aspect === "label");
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter(({ subject }) => /\d/.test(subject))).toEqual([]);
});

test("two files are compared and many are sorted", async () => {
  const [genuine, saved] = [
    await draw("letter-reportlab/original.pdf"),
    await draw("letter-reportlab/saved-by-pikepdf.pdf"),
  ];
  const comparison = compareFingerprints(genuine, saved);
  expect(Comparison.parse(comparison)).toEqual(comparison);
  expect(comparison.same_program).toBe(false);
  const grouping = groupFingerprints([genuine, saved, genuine]);
  expect(Grouping.parse(grouping)).toEqual(grouping);
  expect(grouping).toMatchObject({ groups: [[0, 2], [1]], odd: [{ file: 1, nearest: 0 }] });
  expect(groupFingerprints([])).toEqual({ groups: [], odd: [] });
});

test("what is no file has none, and none is compared with it", async () => {
  const failed = await fingerprint(new TextEncoder().encode("a note"));
  expect(failed).toMatchObject({ status: "failed", details: [], error: { code: "not_a_pdf" } });
  const genuine = await draw("letter-reportlab/original.pdf");
  expect(() => compareFingerprints(genuine, failed as typeof genuine)).toThrow(ArgumentError);
  expect(() => groupFingerprints([failed as typeof genuine])).toThrow("files[0]");
  const strange = { ...genuine, details: [{ aspect: "smell", subject: "paper", values: [] }] };
  expect(() => compareFingerprints(genuine, strange)).toThrow('There is no aspect "smell".');
});
