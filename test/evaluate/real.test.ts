// Real files that nobody here made: none that is held honest is accused anew, none that was rightly accused falls silent.
// `evaluate/accused.tsv` is what is accused today; `UPDATE=1` writes it anew, and its difference is the review.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { analyzeSync } from "@assay/engine";
import { expect, test } from "vitest";
import { readJudged } from "../../evaluate/score/labels.ts";
import { readReal } from "../../evaluate/score/sources.ts";

const root = join(import.meta.dirname, "../..");
const LIST = join(root, "evaluate/accused.tsv");
const FOLDERS = ["real", "real-judged"].map((name) => join(root, "../shared/corpora", name));
const HEAD = "# Real files that the engine accuses: start of the file name, verdict, what people found of it.";

test.skipIf(!FOLDERS.every(existsSync))(
  "no honest real file is accused anew, and no edited one falls silent",
  { timeout: 600_000 },
  () => {
    const judged = readJudged(join(root, "evaluate/judged.tsv"));
    const rows = FOLDERS.flatMap((folder) => readReal(folder, judged)).flatMap(({ path, judgement }) => {
      const { verdict, basis } = analyzeSync(path);
      return basis === "negative" ? [[basename(path).slice(0, 16), String(verdict), judgement ?? "open"]] : [];
    });
    const now = rows.map((row) => row.join("\t")).sort();
    expect(now.length).toBeGreaterThan(20);
    if (process.env.UPDATE) writeFileSync(LIST, `${[HEAD, ...now].join("\n")}\n`);
    const known = readFileSync(LIST, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(now).toEqual(known);
  },
);
