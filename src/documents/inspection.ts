// What a report tells besides the judgement: asked of the engine when the report is first looked at, and kept beside the
// document for as long as the same engine is at work.
import { inspect } from "../engine/inspect.ts";
import { ApiError } from "../errors.ts";
import type { SignalDefinition } from "../report/catalogue.ts";
import { Inspection } from "../report/inspection.ts";
import type { Services } from "../services.ts";
import type { DocumentRow } from "./document.ts";
import { inspectionName, removeFiles } from "./files.ts";
import { documentNotFound, findDocument } from "./read.ts";

/** A longer one is asked for again each time: files of a thousand saves are rare. */
const KEPT_CHARACTERS = 4_000_000;

/** Of a document whose analysis is not done, or could not run, there is nothing to tell. */
export async function inspectDocument(
  services: Services,
  organizationId: string,
  id: string,
): Promise<Inspection | null> {
  const row = await findDocument(services, organizationId, id);
  if (row === undefined) throw documentNotFound();
  if (row.status !== "completed") return null;
  const kept = await readKept(services, row);
  if (kept) return kept;
  const told = await lent(services, row, (path) => inspect(services.engine, path, { received: row.createdAt }));
  const text = JSON.stringify({ engine: services.engine.version, told });
  const whole = told.history.error === null && told.signatures.error === null;
  if (whole && text.length <= KEPT_CHARACTERS) await keep(services, organizationId, row, text);
  return told;
}

/** The engine's table of signals; the same for every file. */
export function signalCatalogue(services: Services): Promise<SignalDefinition[]> {
  return services.engine.catalogue();
}

async function readKept(services: Services, row: DocumentRow): Promise<Inspection | undefined> {
  try {
    const kept = JSON.parse(await services.storage.readText(inspectionName(row.storedAs)));
    return kept.engine === services.engine.version ? Inspection.parse(kept.told) : undefined;
  } catch {
    // Not asked for yet, or written by an older service in other words.
    return undefined;
  }
}

async function keep(services: Services, organizationId: string, row: DocumentRow, text: string): Promise<void> {
  await services.storage.putText(inspectionName(row.storedAs), text);
  await unlessGone(services, organizationId, row);
}

/** Deleted meanwhile: what was just put beside it goes too. */
export async function unlessGone(services: Services, organizationId: string, row: DocumentRow): Promise<void> {
  if ((await findDocument(services, organizationId, row.id)) === undefined) await removeFiles(services, row.storedAs);
}

/** The file for as long as `work` runs; deleted in this very moment, it is as if it had never been. */
export async function lent<Result>(
  services: Services,
  row: DocumentRow,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  return services.storage.lend(row.storedAs, work).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new ApiError("not_found", "No such document.") : error;
  });
}
