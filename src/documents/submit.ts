// An upload becomes a document: replay, quota, storage, then one transaction that reserves the check and keeps the row.
import { documents } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import { newId } from "../ids.ts";
import { OVER_LIMITS, readAllowance } from "../rates.ts";
import type { Document } from "../report.ts";
import type { Services } from "../services.ts";
import { hasCheckLeft, lockOrganization, reserveCheck, type Source } from "../usage.ts";
import { type DocumentRow, toDocument } from "./document.ts";
import { newStorageName, removeFiles } from "./files.ts";
import { findDocument, presentDocument } from "./read.ts";
import { findReplay, type IdempotentUse, idempotentUse, rememberUse } from "./replay.ts";
import { nextTurn } from "./turn.ts";
import { untilEnded } from "./wait.ts";

export interface Upload {
  /** The received file; whoever calls removes it if it is still there afterwards. */
  path: string;
  name: string;
  sizeBytes: number;
  sha256: string;
  externalId: string | null;
  /** JSON text of an object. */
  metadata: string | null;
  idempotencyKey: string | null;
  source: Source;
}

/** Answers with the document as it stands when its analysis ends or the wait is over, whichever is first. */
export async function submitDocument(services: Services, organizationId: string, upload: Upload): Promise<Document> {
  const use = idempotentUse(organizationId, upload);
  const earlier = use && (await findReplay(services, services.db, use));
  const told = earlier && (await presentDocument(services, earlier));
  if (told) return told;
  await refusePastLimits(services, organizationId);
  if (!(await hasCheckLeft(services, organizationId))) throw new ApiError("quota_exceeded");

  const storedAs = newStorageName();
  await services.storage.put(storedAs, upload.path);
  const accepted = await accept(services, organizationId, upload, storedAs, use).catch(async (error: unknown) => {
    // What was refused has no row. Of a commit that was not answered nobody knows: the row may stand there, or come to, and
    // needs its file; where it does not, the sweep removes the file.
    if (error instanceof ApiError) await removeFiles(services, storedAs);
    throw error;
  });
  if (accepted.storedAs !== storedAs) {
    await removeFiles(services, storedAs);
    return toDocument(services, accepted);
  }
  services.events.emit("arrived");
  await untilEnded(services, accepted.id);
  const ended = await findDocument(services, organizationId, accepted.id);
  // Deleted during the wait: it was accepted all the same, and asking for it again says what became of it.
  return (ended && (await presentDocument(services, ended))) ?? toDocument(services, accepted);
}

/** What goes over the engine's limits is not charged: so many an hour, and no more. */
async function refusePastLimits(services: Services, organizationId: string): Promise<void> {
  const { remaining, resetSeconds } = await readAllowance(services, OVER_LIMITS, organizationId);
  if (remaining > 0) return;
  const message = `${OVER_LIMITS.requests} files of the last hour went over the limits of the analysis; wait ${resetSeconds} s.`;
  throw new ApiError("rate_limited", message, { "Retry-After": String(resetSeconds) });
}

/** The row of this upload, or that of an equal one that was faster. */
function accept(
  services: Services,
  organizationId: string,
  upload: Upload,
  storedAs: string,
  use: IdempotentUse | undefined,
): Promise<DocumentRow> {
  return services.db.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    const faster = use && (await findReplay(services, transaction, use));
    if (faster) return faster;
    const at = services.clock();
    if (!(await reserveCheck(transaction, organizationId, { source: upload.source, at }))) {
      throw new ApiError("quota_exceeded");
    }
    const [row] = await transaction
      .insert(documents)
      .values({
        id: newId("doc"),
        organizationId,
        createdAt: at,
        source: upload.source,
        externalId: upload.externalId,
        metadata: upload.metadata,
        fileName: upload.name,
        sizeBytes: upload.sizeBytes,
        sha256: upload.sha256,
        storedAs,
        status: "processing",
        check: "reserved",
        turn: nextTurn(organizationId),
      })
      .returning();
    if (row === undefined) throw new Error("the inserted document was not returned");
    if (use) await rememberUse(services, transaction, use, row.id);
    return row;
  });
}
