// Storage in a folder of this machine: `ab/abcdef…`, readable by the service's user alone.
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "./storage.ts";

/** Anything else could leave the folder. */
const NAME = /^[0-9a-f]{32}(\.[a-z]+)*$/;

export async function openDisk(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  function place(name: string): string {
    if (!NAME.test(name)) throw new Error(`not a storage name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  }

  async function put(name: string, path: string): Promise<void> {
    const target = place(name);
    await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
    await flush(path);
    // A rename within one file system is seen whole or not at all.
    await rename(path, target);
  }

  async function putText(name: string, text: string): Promise<void> {
    const part = `${place(name)}.part`;
    await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
    await writeFile(part, text, { mode: 0o600 });
    await put(name, part);
  }

  async function lend<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    const path = place(name);
    await stat(path);
    return work(path);
  }

  async function* list(): AsyncIterable<{ name: string; storedAt: Date }> {
    for (const shelf of await readdir(folder)) {
      for (const name of await readdir(join(folder, shelf))) {
        const found = await stat(join(folder, shelf, name)).catch(() => undefined);
        if (found) yield { name, storedAt: found.mtime };
      }
    }
  }

  return {
    put,
    putText,
    readText: (name) => readFile(place(name), "utf8"),
    lend,
    remove: (name) => rm(place(name), { force: true }),
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
