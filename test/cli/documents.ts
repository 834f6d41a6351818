// Documents as the command line makes them, for the tests of what it makes of them.
import type { CheckedDocument } from "../../src/check/document.ts";

export function completed(changes: Partial<CheckedDocument> = {}): CheckedDocument {
  return {
    id: null,
    object: "document",
    status: "completed",
    external_id: null,
    metadata: {},
    created_at: "2026-11-20T10:00:00.000Z",
    file: { name: "march.pdf", size_bytes: 1200, sha256: "0".repeat(64), pages: 3, document_class: "born_digital" },
    verdict: "inconclusive",
    basis: "inconclusive",
    reference_match: null,
    score: 68,
    tamper_score: 0,
    integrity_score: 0.5,
    confidence: 0.7,
    summary: "Nothing proves the file genuine and nothing proves it edited.",
    signals: [],
    engine: { version: "0.1.0", rules_revision: "1" },
    report_url: null,
    error: null,
    ...changes,
  };
}

export function failed(): CheckedDocument {
  const nothing = { verdict: null, basis: null, score: null, summary: null, engine: null };
  const scores = { tamper_score: null, integrity_score: null, confidence: null };
  const error = { code: "password_required", message: "The file opens only with a password." } as const;
  const document = completed();
  const file = { ...document.file, pages: null, document_class: null };
  return { ...document, file, ...nothing, ...scores, status: "failed", error };
}
