// Idempotency: which document an Idempotency-Key already stands for.
import { createHash } from "node:crypto";
import { and, eq, getTableColumns, gt } from "drizzle-orm";
import type { Database } from "../db/open.ts";
import { documents, idempotencyKeys } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import type { Services } from "../services.ts";
import type { DocumentRow } from "./document.ts";
import { canonicalMetadata } from "./metadata.ts";
import type { Upload } from "./submit.ts";
import { visibleTo } from "./visible.ts";

export const IDEMPOTENCY_HOURS = 24;

export interface IdempotentUse {
  organizationId: string;
  key: string;
  /** Equal for the same file, external_id and metadata. */
  upload: string;
}

export function idempotentUse(organizationId: string, upload: Upload): IdempotentUse | undefined {
  if (upload.idempotencyKey === null) return undefined;
  const parts = [upload.sha256, upload.externalId, canonicalMetadata(upload.metadata)];
  return {
    organizationId,
    key: upload.idempotencyKey,
    upload: createHash("sha256").update(JSON.stringify(parts)).digest("hex"),
  };
}

/** The document first created with the key; a key used for another upload is refused. */
export async function findReplay(
  services: Services,
  db: Database,
  use: IdempotentUse,
): Promise<DocumentRow | undefined> {
  const [found] = await db
    .select({ upload: idempotencyKeys.upload, document: getTableColumns(documents) })
    .from(idempotencyKeys)
    .innerJoin(documents, eq(documents.id, idempotencyKeys.documentId))
    .where(
      and(
        eq(idempotencyKeys.organizationId, use.organizationId),
        eq(idempotencyKeys.key, use.key),
        gt(idempotencyKeys.createdAt, forgottenBefore(services)),
        visibleTo(services, use.organizationId),
      ),
    );
  if (found !== undefined && found.upload !== use.upload) throw new ApiError("idempotency_key_reused");
  return found?.document;
}

/** Called under the organization's lock and after `findReplay`: what may still stand there is forgotten. */
export async function rememberUse(
  services: Services,
  transaction: Database,
  use: IdempotentUse,
  documentId: string,
): Promise<void> {
  const row = { ...use, documentId, createdAt: services.clock() };
  await transaction
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({ target: [idempotencyKeys.organizationId, idempotencyKeys.key], set: row });
}

function forgottenBefore(services: Services): Date {
  return new Date(services.clock().getTime() - IDEMPOTENCY_HOURS * 3_600_000);
}
