// The mark by which a database and its storage know each other.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../src/db/open.ts";
import { StartError } from "../src/errors.ts";
import { holdTogether } from "../src/services.ts";
import { openDisk } from "../src/storage/disk.ts";

let folder: string;
const databases: OpenDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-mark-"));
  databases.push(await openDatabase({ memory: true }), await openDatabase({ memory: true }));
});
afterAll(async () => {
  for (const { close } of databases) await close();
  await rm(folder, { recursive: true });
});

test("a database opens with the files it began with, and with no others", async () => {
  const [one, other] = databases.map(({ db }) => db);
  if (!one || !other) throw new Error("two were opened");
  const mine = await openDisk(join(folder, "mine"));
  await holdTogether(one, mine);
  await holdTogether(one, mine);

  const empty = await openDisk(join(folder, "empty"));
  await expect(holdTogether(one, empty)).rejects.toThrow(StartError);
  await expect(holdTogether(one, empty)).rejects.toThrow(`${join(folder, "empty")} are not those of this database`);
  // A refusal leaves nothing: the folder is still free for the database it is for.
  expect(await readdir(join(folder, "empty"))).toEqual([]);

  await expect(holdTogether(other, mine)).rejects.toThrow("belong to another database");
  await holdTogether(other, empty);
  await expect(holdTogether(one, empty)).rejects.toThrow("belong to another database");
});

test("the mark is no file of a document", async () => {
  const storage = await openDisk(join(folder, "mine"));
  expect(await storage.readMark()).toMatch(/^[0-9a-f]{32}$/);
  const names: string[] = [];
  for await (const { name } of storage.list()) names.push(name);
  expect(names).toEqual([]);
});
