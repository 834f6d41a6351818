// Files on disk: whole or not at all, and nowhere but in their folder.
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDisk } from "../../src/storage/disk.ts";
import type { Storage } from "../../src/storage/storage.ts";

const NAME = "0123456789abcdef0123456789abcdef";

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-disk-"));
  storage = await openDisk(join(folder, "files"));
  await storage.leaveMark("mark");
});
afterEach(() => rm(folder, { recursive: true }));

async function local(text: string): Promise<string> {
  const path = join(folder, "upload");
  await writeFile(path, text);
  return path;
}

async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of storage.list()) found.push(name);
  return found.sort();
}

test("a file that was put is taken over, lent, listed and removed", async () => {
  const path = await local("%PDF-1.4");
  await storage.put(NAME, path);
  expect(existsSync(path)).toBe(false);
  expect(await storage.lend(NAME, (lent) => readFile(lent, "utf8"))).toBe("%PDF-1.4");
  await storage.putText(`${NAME}.signals`, "[]");
  expect(await storage.readText(`${NAME}.signals`)).toBe("[]");
  expect(await names()).toEqual([NAME, `${NAME}.signals`]);
  await storage.remove(NAME);
  await storage.remove(`${NAME}.signals`);
  expect(await names()).toEqual([]);
});

test("removing what is not there is no error, lending it is one", async () => {
  await storage.remove(NAME);
  await expect(storage.lend(NAME, async () => "lent")).rejects.toThrow("ENOENT");
});

test("what cannot be put leaves nothing", async () => {
  await expect(storage.put(NAME, join(folder, "none"))).rejects.toThrow("ENOENT");
  expect(await names()).toEqual([]);
});

test.each(["../../etc/passwd", "", "a/b", "0123", `${NAME}/../x`, `${NAME}\0`])("%j is no name", async (name) => {
  const path = await local("x");
  await expect(storage.put(name, path)).rejects.toThrow("not a storage name");
  expect(await readdir(folder)).toEqual(["files", "upload"]);
});

test("nothing is put where the storage is not mounted", async () => {
  await rm(join(folder, "files", "storage-mark"));
  await expect(storage.put(NAME, await local("x"))).rejects.toThrow("its folder has no mark");
  await rm(join(folder, "files"), { recursive: true });
  await expect(storage.put(NAME, join(folder, "upload"))).rejects.toThrow("ENOENT");
  expect(await readdir(folder)).toEqual(["upload"]);
});

test("nobody else on the machine can look in", async () => {
  expect((await stat(join(folder, "files"))).mode & 0o777).toBe(0o700);
});
