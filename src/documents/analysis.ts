// From a lease to a settled document. No transaction is open while the engine or storage works.
import { eq } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import { engineError } from "../engine/limits.ts";
import { countRequest, OVER_LIMITS } from "../rates.ts";
import type { Outcome } from "../report.ts";
import type { Services } from "../services.ts";
import { StorageError } from "../storage/storage.ts";
import { returnCheck } from "../usage.ts";
import { removeFiles, signalsName } from "./files.ts";
import { heldUnder, type Lease } from "./lease.ts";

/** PGlite writes rows in this process: longer findings would hold up every request. */
const SIGNALS_ON_ROW = 32_768;

/** A file whose analysis took the whole service down, or whose bytes could not be read, this often is not begun again. */
const BEGINNINGS = 3;

/** Analyses the file and settles the document. Aborting rejects and leaves the document as it was. */
export async function analyzeDocument(services: Services, lease: Lease, signal: AbortSignal): Promise<void> {
  await settleDocument(services, lease, await judge(services, lease, signal));
}

async function judge(services: Services, lease: Lease, signal: AbortSignal): Promise<Outcome> {
  if (lease.attempts > BEGINNINGS) {
    return engineError(
      `The analysis was begun ${BEGINNINGS} times and never came to its end; send the document again.`,
    );
  }
  try {
    const { storedAs, received } = lease;
    const began = performance.now();
    const outcome = await services.storage.lend(storedAs, (path) =>
      services.engine.analyze(path, { signal, received }),
    );
    services.metrics.analysisSeconds.observe((performance.now() - began) / 1_000);
    await countOverLimits(services, lease, outcome);
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    // Not this file's fault: when the lease has run out it is begun again, here or where the storage can be read.
    if (error instanceof StorageError) throw error;
    services.log.error("analysis_failed", error, { document: lease.documentId });
    return engineError("The analysis could not be completed; send the document again.");
  }
}

/** Keeps the outcome and settles the check, once; an outcome for a lost lease or a deleted document is dropped. */
async function settleDocument(services: Services, lease: Lease, outcome: Outcome): Promise<void> {
  const charged = outcome.status === "completed" && outcome.verdict !== "unsupported";
  const signals = await placeSignals(services, lease, outcome);
  const settled = await services.db.transaction(async (transaction) => {
    const [row] = await transaction
      .update(documents)
      .set({
        ...columnsOf(outcome),
        ...signals,
        check: charged ? "spent" : "returned",
        leasedBy: null,
        leaseEndsAt: null,
      })
      .where(heldUnder(lease))
      .returning({
        organizationId: documents.organizationId,
        source: documents.source,
        createdAt: documents.createdAt,
      });
    if (row && !charged) await returnCheck(transaction, row);
    return row !== undefined;
  });
  if (settled) {
    services.metrics.analyses.inc({ result: outcome.verdict ?? outcome.error?.code ?? "" });
    services.events.emit("ended", lease.documentId);
  } else if (signals.signalsStored && !(await exists(services, lease))) await removeFiles(services, lease.storedAs);
}

/** Not charged, so that it is counted otherwise; what fails for want of its file is no fault of whoever sent it. */
async function countOverLimits(services: Services, lease: Lease, { error }: Outcome): Promise<void> {
  if (error?.code !== "engine_error" && error?.code !== "file_too_large") return;
  await countRequest(services, OVER_LIMITS, lease.organizationId);
}

async function placeSignals(services: Services, lease: Lease, outcome: Outcome) {
  const text = JSON.stringify(outcome.signals);
  if (text.length <= SIGNALS_ON_ROW) return { signals: text, signalsStored: false };
  await services.storage.putText(signalsName(lease.storedAs), text);
  return { signals: null, signalsStored: true };
}

function columnsOf(outcome: Outcome) {
  return {
    status: outcome.status,
    pages: outcome.file.pages,
    documentClass: outcome.file.document_class,
    verdict: outcome.verdict,
    basis: outcome.basis,
    referenceMatch: outcome.reference_match,
    score: outcome.score,
    tamperScore: outcome.tamper_score,
    integrityScore: outcome.integrity_score,
    confidence: outcome.confidence,
    summary: storable(outcome.summary),
    engine: outcome.engine,
    errorCode: outcome.error?.code ?? null,
    errorMessage: storable(outcome.error?.message ?? null),
  };
}

/** A text column cannot hold NUL, and a sentence may quote what a file says. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll("\0", "\uFFFD");
}

async function exists(services: Services, lease: Lease): Promise<boolean> {
  const rows = await services.db.select({ id: documents.id }).from(documents).where(eq(documents.id, lease.documentId));
  return rows.length > 0;
}
