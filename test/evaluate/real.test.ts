// Real files that nobody here made: none that is held honest is accused anew, none that was rightly accused falls silent.
import { expect, test } from "vitest";
import {
  type Accused,
  accusedOf,
  askWhoIsAccused,
  differences,
  listed,
  missingFolders,
  readAccused,
  realFiles,
  writeAccused,
} from "../../evaluate/score/accused.ts";
import type { Answer } from "../../evaluate/score/mark.ts";
import type { RealFile } from "../../evaluate/score/sources.ts";

const TO_ACCEPT = "If that is as it should be: npm run evaluate -- --accept";
const missing = missingFolders();

test("no honest real file is accused anew, and no edited one falls silent", { timeout: 600_000 }, async (context) => {
  if (missing.length > 0) context.skip(`The real files are not at hand: ${missing.join(", ")}`);
  const files = realFiles();
  const found = differences(listed(), await askWhoIsAccused(files), files);
  expect(found.length === 0 ? [] : [...found, TO_ACCEPT]).toEqual([]);
});

const file = (name: string, judgement?: RealFile["judgement"]): RealFile => ({
  path: `/real/${name}.pdf`,
  collection: "real",
  repository: "one/two",
  producer: "",
  kind: "other",
  ...(judgement ? { judgement, why: `was ${judgement}` } : {}),
});
const FILES = [file("honest"), file("wrong", "wrong"), file("right", "right"), file("open", "open")];

test("what is otherwise than listed is told in sentences, wrong accusations first", () => {
  const known: Accused = new Map([
    ["right", "tampered"],
    ["open", "suspicious"],
    ["gone", "tampered"],
  ]);
  expect(differences(known, known, [...FILES, file("gone")])).toEqual([]);
  const now: Accused = new Map([
    ["open", "tampered"],
    ["wrong", "suspicious"],
    ["honest", "tampered"],
  ]);
  expect(differences(known, now, FILES)).toEqual([
    "honest (one/two), held to be honest: accused anew, tampered",
    "wrong (one/two), held to be honest: accused anew, suspicious (was wrong)",
    "right (one/two), held to be edited: was tampered, is silent (was right)",
    "open (one/two), nobody could settle what it is: was suspicious, is tampered (was open)",
    "gone: listed, but no such file is at hand",
  ]);
});

test("a list that is written is read back, and being a picture of a page is no accusation", () => {
  const answer = (verdict: string, basis: string) => ({ verdict, basis }) as Answer;
  const answers = [
    answer("tampered", "negative"),
    answer("suspicious", "image_container"),
    answer("suspicious", "negative"),
    answer("inconclusive", "inconclusive"),
  ];
  const accused = accusedOf(FILES, answers);
  expect([...accused]).toEqual([
    ["honest", "tampered"],
    ["right", "suspicious"],
  ]);
  expect(readAccused(writeAccused(accused))).toEqual(accused);
});
