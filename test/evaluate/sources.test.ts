// Where real files come from, and what people found of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReal, sourceOf } from "../../evaluate/score/sources.ts";

test("a collection is read with its index, and later judgements stand above it", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-sources-"));
  try {
    for (const name of ["aa.pdf", "bb.pdf", "cc.pdf", "dd.pdf"]) writeFileSync(join(folder, name), "");
    const rows = [
      "file\trepo\tproducer\tjudged",
      "aa.pdf\tone/two\tReportLab 3.6\twrong: clipped text",
      "bb.pdf\tone/two\tReportLab 4.0\tright: covered",
      "cc.pdf\tone/two\t\t",
    ];
    writeFileSync(join(folder, "INDEX.tsv"), `${rows.join("\n")}\n`);
    const files = readReal(folder, [{ hash: "bb", judgement: "open", why: "looked at again" }]);
    expect(files.map(({ judgement, why }) => [judgement, why])).toEqual([
      ["wrong", "clipped text"],
      ["open", "looked at again"],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(new Set(files.slice(0, 2).map(sourceOf)).size).toBe(1);
    expect(new Set(files.map(sourceOf)).size).toBe(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a folder that is missing holds no files", () => {
  expect(readReal("/nowhere/at/all", [])).toEqual([]);
});
