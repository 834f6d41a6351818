// The addon itself: what it answers for bytes and for paths, and that its types are those of the service.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyze, analyzeSync, engineVersion } from "@assay/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Outcome } from "../../src/report.ts";

/** One empty page, as small as a PDF can be. */
const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R/Size 4>>
%%EOF
`);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-native-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("bytes and path, at once and later, give the same outcome, and it is what the schema says", async () => {
  const path = join(folder, "page.pdf");
  writeFileSync(path, PDF);
  const outcome = analyzeSync(PDF);
  expect(Outcome.parse(outcome)).toEqual(outcome);
  expect(outcome).toMatchObject({
    status: "completed",
    file: { size_bytes: PDF.length, sha256: createHash("sha256").update(PDF).digest("hex") },
    engine: { version: engineVersion() },
    error: null,
  });
  expect(await analyze(PDF)).toEqual(outcome);
  expect(analyzeSync(path)).toEqual(outcome);
  expect(await analyze(path, { trust: [] })).toMatchObject({ status: "completed" });
});

test("a failure is an outcome too, with every member the schema names", () => {
  const outcome = analyzeSync(Buffer.from("a note"));
  expect(Outcome.parse(outcome)).toEqual(outcome);
  expect(outcome).toMatchObject({ status: "failed", engine: null, signals: [], error: { code: "not_a_pdf" } });
});

test("a path that cannot be read is a failure, not an exception", () => {
  const { file, error } = analyzeSync(join(folder, "missing.pdf"));
  expect(file).toMatchObject({ size_bytes: null, sha256: null });
  expect(error).toMatchObject({ code: "engine_error", message: expect.stringContaining("could not be read") });
});

test("bytes that change after the call do not change the outcome", async () => {
  const bytes = Uint8Array.from(PDF);
  const before = analyzeSync(bytes);
  const later = analyze(bytes);
  bytes.fill(0);
  expect(await later).toEqual(before);
});

test("arguments of another type are refused", () => {
  // @ts-expect-error a number is neither a path nor bytes
  expect(() => analyzeSync(5)).toThrow();
});
