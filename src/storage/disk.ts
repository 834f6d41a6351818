// Storage in a folder of this machine: `ab/abcdef…`, readable by the service's user alone.
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Storage, StorageError } from "./storage.ts";

/** Anything else could leave the folder. */
const NAME = /^[0-9a-f]{32}(\.[a-z0-9]+)*$/;
const SHELF = /^[0-9a-f]{2}$/;
const MARK = "storage-mark";

export async function openDisk(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  function place(name: string): string {
    if (!NAME.test(name)) throw new Error(`not a storage name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  }

  async function put(name: string, path: string): Promise<void> {
    const target = place(name);
    await makeShelf(name);
    await flush(path);
    // A rename within one file system is seen whole or not at all.
    await rename(path, target);
    await flushFolder(dirname(target));
  }

  async function makeShelf(name: string): Promise<void> {
    const shelf = join(folder, name.slice(0, 2));
    try {
      await mkdir(shelf, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
      throw error;
    }
    // Where nothing is mounted there is an empty folder: what is put there is gone with the next mount.
    if ((await readMark()) === undefined) {
      await rm(shelf, { recursive: true });
      throw new StorageError("The storage is not there: its folder has no mark.");
    }
    await flushFolder(folder);
  }

  async function putBytes(name: string, bytes: string | Uint8Array): Promise<void> {
    // Two may write the same name at once, each its own part.
    const part = `${place(name)}.${randomBytes(4).toString("hex")}.part`;
    await makeShelf(name);
    await writeFile(part, bytes, { mode: 0o600 });
    await put(name, part);
  }

  async function beside(name: string): Promise<string[]> {
    const shelf = dirname(place(name));
    const all = await readdir(shelf).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return all.filter((other) => other.startsWith(`${name}.`)).map((other) => join(shelf, other));
  }

  async function removeAll(name: string): Promise<void> {
    for (const path of [place(name), ...(await beside(name))]) await rm(path, { force: true });
  }

  async function lend<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    const path = place(name);
    await stat(path);
    return work(path);
  }

  async function* list(): AsyncIterable<{ name: string; storedAt: Date }> {
    for (const shelf of await readdir(folder)) {
      if (!SHELF.test(shelf)) continue;
      for (const name of await readdir(join(folder, shelf))) {
        const found = await stat(join(folder, shelf, name)).catch(() => undefined);
        if (found) yield { name, storedAt: found.mtime };
      }
    }
  }

  async function readMark(): Promise<string | undefined> {
    return readFile(join(folder, MARK), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
  }

  return {
    place: folder,
    readMark,
    leaveMark: (mark) => writeFile(join(folder, MARK), mark, { flag: "wx", mode: 0o600, flush: true }),
    put,
    putText: putBytes,
    putBytes,
    readBytes: (name) => readFile(place(name)),
    readText: (name) => readFile(place(name), "utf8"),
    lend,
    remove: (name) => rm(place(name), { force: true }),
    removeAll,
    countBeside: async (name) => (await beside(name)).length,
    list,
  };
}

/** Before the row says that the file is there, the disk must have it. */
async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Its name, too, is on the disk only when its folder is. Windows has no way to say so. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
