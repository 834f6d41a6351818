// The end of what was kept long enough: documents with their files, and Idempotency-Keys.
import { inArray, lte } from "drizzle-orm";
import { documents, idempotencyKeys } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { removeFiles } from "./files.ts";
import { IDEMPOTENCY_HOURS } from "./replay.ts";
import { oldestKept } from "./visible.ts";

const BATCH = 500;

/** Removes what is past its days, with its files; returns how many documents went. */
export async function sweepDocuments(services: Services): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await services.db
      .select({ id: documents.id })
      .from(documents)
      .where(lte(documents.createdAt, oldestKept(services)))
      .limit(BATCH);
    if (batch.length === 0) return swept;
    const ids = batch.map((row) => row.id);
    const gone = await services.db
      .delete(documents)
      .where(inArray(documents.id, ids))
      .returning({ id: documents.id, storedAs: documents.storedAs });
    for (const row of gone) {
      services.events.emit("removed", row.id);
      await removeFiles(services, row.storedAs);
    }
    swept += gone.length;
  }
}

export async function sweepIdempotencyKeys(services: Services): Promise<void> {
  const oldest = new Date(services.clock().getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  await services.db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, oldest));
}
