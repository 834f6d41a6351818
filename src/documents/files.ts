// A document's files in storage: the PDF, and beside it findings that are too long for a row, and what its report shows.
import { randomBytes } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import type { Shot } from "../saves.ts";
import type { Services } from "../services.ts";

/** An upload or a file without a row is somebody's work in progress for this long. */
const ORPHAN_HOURS = 1;
const BATCH = 500;

/** Says nothing about the document, and differs on file systems that take A for a. */
export function newStorageName(): string {
  return randomBytes(16).toString("hex");
}

export function signalsName(storedAs: string): string {
  return `${storedAs}.signals`;
}

/** What the engine told for the report, by the version that told it. */
export function inspectionName(storedAs: string): string {
  return `${storedAs}.inspection`;
}

/** The picture of a page, as the file stands or after one of its saves. */
export function pictureName(storedAs: string, { page, save }: Shot): string {
  return save === null ? `${storedAs}.page${page}` : `${storedAs}.page${page}.save${save}`;
}

/** The row is gone already: what cannot be removed now is removed by the sweep. */
export async function removeFiles(services: Services, storedAs: string): Promise<void> {
  await services.storage.removeAll(storedAs).catch((error) => services.log.error("file_not_removed", error));
}

/** Removes files whose row was never written or is gone, and uploads that broke off with the process. */
export async function sweepFiles(services: Services): Promise<void> {
  const oldest = new Date(services.clock().getTime() - ORPHAN_HOURS * 3_600_000);
  let batch: string[] = [];
  for await (const { name, storedAt } of services.storage.list()) {
    if (storedAt > oldest) continue;
    batch.push(name);
    if (batch.length < BATCH) continue;
    await removeOrphans(services, batch);
    batch = [];
  }
  await removeOrphans(services, batch);
  await sweepUploads(services.uploads, oldest);
}

async function removeOrphans(services: Services, names: string[]): Promise<void> {
  const owners = names.map(ownerOf);
  const rows = await services.db
    .select({ storedAs: documents.storedAs })
    .from(documents)
    .where(inArray(documents.storedAs, owners));
  const owned = new Set(rows.map((row) => row.storedAs));
  for (const name of names) {
    if (!owned.has(ownerOf(name))) await services.storage.remove(name);
  }
}

function ownerOf(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

async function sweepUploads(folder: string, oldest: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime <= oldest) await rm(path, { force: true });
  }
}
