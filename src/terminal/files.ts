// Which files a command line names: files as they are, folders walked for PDFs, in an order that does not depend on
// the disk.
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** `problem` stands after the path to make a sentence. */
export type Unreadable = { path: string; problem: string };
export type Found = { path: string } | Unreadable;

/** Everything that is to be checked, and what was named but cannot be. */
export async function findFiles(paths: string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const path of paths) found.push(...(await find(path)));
  return found;
}

async function find(path: string): Promise<Found[]> {
  try {
    const status = await stat(path);
    if (status.isFile()) return [{ path }];
    if (!status.isDirectory()) return [{ path, problem: "is neither a file nor a folder" }];
    const files = await walk(path);
    return files.length > 0 ? files : [{ path, problem: "has no PDF in it" }];
  } catch (error) {
    return [{ path, problem: reason(error) }];
  }
}

/** Links to folders are not followed: they can lead in circles. A file is taken by its name or by its header. */
async function walk(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    try {
      if (entry.isDirectory()) found.push(...(await walk(path)));
      else if (!(await stat(path)).isFile()) continue;
      else if (/\.pdf$/i.test(entry.name) || (await hasHeader(path))) found.push({ path });
    } catch (error) {
      found.push({ path, problem: reason(error) });
    }
  }
  return found;
}

/** A reader looks for the header in the first 1,024 bytes (ISO 32000-2, annex I, note on older processors). */
async function hasHeader(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes("%PDF-");
  } finally {
    await file.close();
  }
}

/** Why the system would not have a file read, to stand after the file's name. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "may not be read by this user";
  return `cannot be read (${code ?? message})`;
}
