// Where real files come from, and what people found of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { heldToBe, readReal, sourceOf } from "../../evaluate/score/sources.ts";

test("a collection is read with its index and with what people found", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-sources-"));
  try {
    for (const name of ["aa.pdf", "bb.pdf", "cc.pdf", "dd.pdf"]) writeFileSync(join(folder, name), "");
    const rows = [
      "file\trepo\tkind\tproducer\tlabel",
      "aa.pdf\tone/two\tA\tReportLab 3.6\t",
      "bb.pdf\tone/two\tB\tReportLab 4.0\tedited_after_issue",
      "cc.pdf\tone/two\tC\t\t",
    ];
    writeFileSync(join(folder, "INDEX.tsv"), `${rows.join("\n")}\n`);
    const files = readReal(folder, [{ hash: "bb", judgement: "wrong", why: "a form being filled" }]);
    expect(files.map(({ kind, judgement }) => [kind, judgement])).toEqual([
      ["business", undefined],
      ["edited by a tool", "wrong"],
      ["edited by a tool", undefined],
      ["other", undefined],
    ]);
    expect(files.map(heldToBe)).toEqual(["honest", "honest", "edited", "honest"]);
    expect(new Set(files.slice(0, 2).map(sourceOf)).size).toBe(1);
    expect(new Set(files.map(sourceOf)).size).toBe(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what people found stands above what the index says", () => {
  const [file] = [{ path: "", collection: "", repository: "", producer: "", kind: "business" as const }];
  const held = (judgement: "right" | "wrong" | "open") => heldToBe({ ...file, judgement });
  expect([held("right"), held("wrong"), held("open"), heldToBe(file)]).toEqual([
    "edited",
    "honest",
    "unsettled",
    "honest",
  ]);
});

test("a folder that is missing holds no files", () => {
  expect(readReal("/nowhere/at/all", [])).toEqual([]);
});
