// A row as the Document resource: every field present, whatever the state.
import type { documents } from "../db/schema.ts";
import type { Document, Signal } from "../report.ts";
import type { Services } from "../services.ts";
import { signalsName } from "./files.ts";
import { parseMetadata } from "./metadata.ts";

export type DocumentRow = typeof documents.$inferSelect;

export async function toDocument(services: Services, row: DocumentRow): Promise<Document> {
  return {
    id: row.id,
    object: "document",
    status: row.status,
    external_id: row.externalId,
    metadata: parseMetadata(row.metadata),
    created_at: row.createdAt.toISOString(),
    file: {
      name: row.fileName,
      size_bytes: row.sizeBytes,
      sha256: row.sha256,
      pages: row.pages,
      document_class: row.documentClass,
    },
    verdict: row.verdict,
    basis: row.basis,
    reference_match: row.referenceMatch,
    score: row.score,
    tamper_score: row.tamperScore,
    integrity_score: row.integrityScore,
    confidence: row.confidence,
    summary: row.summary,
    signals: await readSignals(services, row),
    engine: row.engine,
    report_url: `${services.publicUrl}/documents/${row.id}`,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? "" },
  };
}

async function readSignals(services: Services, row: DocumentRow): Promise<Signal[]> {
  const text = row.signalsStored ? await services.storage.readText(signalsName(row.storedAs)) : row.signals;
  return text === null ? [] : (JSON.parse(text) as Signal[]); // Written by `settleDocument` from a checked outcome.
}
