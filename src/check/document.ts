// The engine's outcome as the Document that the API would return, as far as there is one without a service.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Document, Outcome } from "../report.ts";
import type { Unreadable } from "../terminal/files.ts";

/** Nothing is stored, so there is no id and no report to point to; every other member is the API's. */
export type CheckedDocument = Omit<Document, "id" | "report_url"> & { id: null; report_url: null };

export type Taken = { path: string; name: string; receivedAt: Date };

/** `file.name` is the path as it was found: two files of one folder tree may share their last part. */
export async function documentOf({ path, name, receivedAt }: Taken, outcome: Outcome): Promise<CheckedDocument> {
  const { size_bytes, sha256 } = outcome.file;
  // An engine that broke down could not say; whoever reads the failure still wants to know which bytes it was.
  const known = size_bytes !== null && sha256 !== null ? { size_bytes, sha256 } : await measure(path);
  return {
    id: null,
    object: "document",
    status: outcome.status,
    external_id: null,
    metadata: {},
    created_at: receivedAt.toISOString(),
    file: { name, ...known, pages: outcome.file.pages, document_class: outcome.file.document_class },
    verdict: outcome.verdict,
    basis: outcome.basis,
    reference_match: outcome.reference_match,
    score: outcome.score,
    tamper_score: outcome.tamper_score,
    integrity_score: outcome.integrity_score,
    confidence: outcome.confidence,
    summary: outcome.summary,
    signals: outcome.signals,
    engine: outcome.engine,
    report_url: null,
    error: outcome.error,
  };
}

/** A file that was named and not read, for whoever counts the lines: nothing is known of it but why. */
export function unreadDocument({ path, problem }: Unreadable) {
  return {
    id: null,
    object: "document",
    status: "failed",
    external_id: null,
    metadata: {},
    created_at: new Date().toISOString(),
    file: { name: path, size_bytes: null, sha256: null, pages: null, document_class: null },
    verdict: null,
    basis: null,
    reference_match: null,
    score: null,
    tamper_score: null,
    integrity_score: null,
    confidence: null,
    summary: null,
    signals: [],
    engine: null,
    report_url: null,
    error: { code: "not_readable", message: `${path} ${problem}.` },
  };
}

async function measure(path: string): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let size_bytes = 0;
  for await (const chunk of createReadStream(path)) {
    size_bytes += chunk.length;
    hash.update(chunk);
  }
  return { size_bytes, sha256: hash.digest("hex") };
}
