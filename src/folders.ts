// The folders below DATA_DIR, and the sentence about one that cannot be used: missing, somebody else's, read-only, full.
import { randomUUID } from "node:crypto";
import { mkdir, open, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "./errors.ts";

/** The embedded database begins with some 40 MB. */
const NEW_DATABASE_MIB = 100;
const MIB = 1024 * 1024;

const WHY: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's share of the disk is full",
  EFBIG: "this user may not write files of that size",
  ENOENT: "this file system takes no folders",
  ENOTDIR: "there is a file in the way",
  EEXIST: "there is a file in the way",
};

/** Made where it was not, and tried: permission alone does not say that a disk takes what is written. */
export async function ownFolder(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  try {
    await makeFolder(path);
    await tryWriting(path);
    return path;
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Whatever the file system says meanwhile becomes a sentence about the folder. */
export async function withFolder<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw error instanceof StartError || code === undefined || !(code in WHY) ? error : unusable(path, error);
  }
}

export async function requireRoomForDatabase(path: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(path);
  const free = Math.floor((bavail * bsize) / MIB);
  // A file system that counts no blocks says nothing about its room.
  if (blocks === 0 || free >= NEW_DATABASE_MIB) return;
  throw new StartError(
    `The disk of ${path} has ${free} MiB free, and a new database needs ${NEW_DATABASE_MIB}; make room, or set DATA_DIR to another disk.`,
  );
}

/** With those above it, one by one: Node's own way never ends below /proc, and tells of a read-only disk that it is not there. */
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    const made = await stat(path).catch(() => undefined);
    if (!made?.isDirectory()) throw error;
  });
}

async function tryWriting(folder: string): Promise<void> {
  const path = join(folder, `.tried-${randomUUID()}`);
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(Buffer.alloc(8_192, 1));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

function unusable(path: string, error: unknown): StartError {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  const why = WHY[code];
  return new StartError(
    `The folder ${path} cannot be written (${why === undefined ? code : `${code}: ${why}`}); set DATA_DIR to one that can.`,
  );
}
