// The net's trainer and the engine that runs it must cut pictures and name characters alike.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const engine = (name: string) => read(`crates/forensics/src/facts/scans/reading/${name}.rs`);
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.slice(1);

test("the trainer names the characters that the engine does, in their order", () => {
  const ours = found(engine("net"), /CHARACTERS: &str =\s+(".*");/);
  expect(ours?.[0]?.length).toBeGreaterThan(90);
  expect(found(read("evaluate/reader/texts.py"), /^CHARACTERS = (".*")$/m)).toEqual(ours);
});

test("the trainer cuts as many rows, with as wide a margin, as the engine does", () => {
  const cut = engine("cut");
  const ours = [found(cut, /ROWS: usize = (\d+);/)?.[0], found(cut, /MARGIN: usize = (\d+);/)?.[0]];
  expect(ours.every(Boolean)).toBe(true);
  expect(found(read("evaluate/reader/pictures.py"), /^ROWS, MARGIN = (\d+), (\d+)$/m)).toEqual(ours);
});
