// Examples of the OpenAPI document: one upload with a changed amount, as the engine tells it.
import type { ErrorBody, ErrorCode } from "../errors.ts";
import type { Document } from "../report.ts";
import type { Usage } from "../usage.ts";

const ID = "doc_3Kx9fQ2LmWc7VtR1nBz8YpHd";

export function documentExample(publicUrl: string): Document {
  return {
    id: ID,
    object: "document",
    status: "completed",
    external_id: "case-7",
    metadata: { desk: "lettings" },
    created_at: "2026-11-22T10:00:00.000Z",
    file: {
      name: "payslip-september.pdf",
      size_bytes: 48_213,
      sha256: "9f2c5d0b7a6e4f13c8d9e0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5",
      pages: 1,
      document_class: "born_digital",
    },
    verdict: "tampered",
    basis: "negative",
    reference_match: null,
    score: 17,
    tamper_score: 0.83,
    integrity_score: 0.4,
    confidence: 0.9,
    summary:
      "There is strong evidence that this file was edited after it was produced. Page 1: “1.250,00” now reads “9.250,00” (Betrag).",
    signals: [
      {
        id: "text_replaced_in_later_save",
        module: "saves",
        kind: "tamper",
        severity: "high",
        scored: true,
        page: 1,
        bbox: [480.2, 611, 523.9, 620.1],
        field: "Betrag",
        old_value: "1.250,00",
        new_value: "9.250,00",
        evidence: "Save 2 of the file: “1.250,00” became “9.250,00” (objects 14 of that save).",
      },
    ],
    engine: { version: "0.1.0", rules_revision: "r31" },
    report_url: `${publicUrl}/documents/${ID}`,
    error: null,
  };
}

export function processingExample(publicUrl: string): Document {
  const document = documentExample(publicUrl);
  return {
    ...document,
    status: "processing",
    file: { ...document.file, pages: null, document_class: null },
    verdict: null,
    basis: null,
    score: null,
    tamper_score: null,
    integrity_score: null,
    confidence: null,
    summary: null,
    signals: [],
    engine: null,
  };
}

export const USAGE_EXAMPLE: Usage = { object: "usage", allowance: 500, used: 37, remaining: 463, api_documents: 41 };

export function errorExample(code: ErrorCode, message: string): ErrorBody {
  return { error: { code, message, request_id: "req_7Hs2kPq9XzLm4VbT1cNd8RwF" } };
}
