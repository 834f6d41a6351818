// What is said of one file, in the words of the service specification: the schemas from which the engine's answers,
// the API, the OpenAPI document and the command line take their types.
import { z } from "zod";

export const Verdict = z
  .enum(["authentic", "suspicious", "tampered", "inconclusive", "unsupported"])
  .meta({ id: "Verdict", description: "What the engine concludes." });
export type Verdict = z.infer<typeof Verdict>;

/** The values known today; both sets are open, so the schemas say `string`. */
export const BASES = [
  "signature",
  "reference_match",
  "negative",
  "integrity_only",
  "image_container",
  "inconclusive",
] as const;
export const DOCUMENT_CLASSES = ["born_digital", "scanned_with_text_layer", "raster", "no_text_layer"] as const;

const Basis = z.string().meta({
  description: `What the verdict rests on. Open set; today: ${BASES.join(", ")}.`,
  examples: ["negative"],
});

const DocumentClass = z.string().meta({
  description: `How the pages were produced. Open set; today: ${DOCUMENT_CLASSES.join(", ")}.`,
  examples: ["born_digital"],
});

export const FailureCode = z
  .enum(["password_required", "not_a_pdf", "file_too_large", "too_many_pages", "engine_error"])
  .meta({ id: "DocumentErrorCode", description: "Why the analysis could not run." });
export type FailureCode = z.infer<typeof FailureCode>;

export const Failure = z
  .object({
    code: FailureCode,
    message: z.string().meta({ description: "What happened, in English." }),
  })
  .meta({ id: "DocumentError" });
export type Failure = z.infer<typeof Failure>;

const SignalKind = z.enum(["tamper", "integrity"]).meta({ id: "SignalKind", description: "Which raw score it moves." });
const Severity = z
  .enum(["high", "medium", "low"])
  .meta({ id: "SignalSeverity", description: "Null for integrity signals, which are not graded." });

export const Signal = z
  .object({
    id: z.string().meta({ description: "Stable identifier of the check. New ones may be added." }),
    module: z.string().meta({ description: "Engine module that raised it." }),
    kind: SignalKind.nullable(),
    severity: Severity.nullable(),
    scored: z.boolean().meta({ description: "False: supporting evidence, shown but not counted." }),
    page: z.int().min(1).optional().meta({ description: "1-based; absent when it concerns the whole file." }),
    bbox: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .optional()
      .meta({ description: "[x0, y0, x1, y1] in PDF points from the bottom-left corner." }),
    field: z.string().optional().meta({ description: "The field that changed." }),
    old_value: z.string().optional().meta({ description: "What it read before." }),
    new_value: z.string().optional().meta({ description: "What it reads now." }),
    evidence: z.string().optional().meta({ description: "What the engine saw, in English." }),
  })
  .meta({ id: "Signal" });
export type Signal = z.infer<typeof Signal>;

export const ReferenceMatch = z
  .object({
    issuer: z.string().meta({ description: "Issuer's slug." }),
    references: z.int().min(0).meta({ description: "Number of genuine documents that taught the template." }),
    attack_tested: z.boolean().meta({ description: "False: the structure is confirmed, the values are not." }),
  })
  .meta({ id: "ReferenceMatch", description: "The template the file matched; never a confirmation from the issuer." });
export type ReferenceMatch = z.infer<typeof ReferenceMatch>;

export const EngineVersion = z
  .object({ version: z.string().nullable(), rules_revision: z.string().nullable() })
  .meta({ id: "Engine" });
export type EngineVersion = z.infer<typeof EngineVersion>;

const Score = z.int().min(0).max(100).meta({ description: "0 (edited) to 100 (intact)." });
const Fraction = z.number().min(0).max(1);
const Pages = z.int().min(0);
const Size = z.int().min(0).meta({ description: "Size in bytes." });
const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: "Hex SHA-256 of the bytes." });

/** An analysis that ran to its end. */
const Completed = z.object({
  status: z.literal("completed"),
  file: z.object({ pages: Pages, document_class: DocumentClass, size_bytes: Size, sha256: Sha256 }),
  verdict: Verdict,
  basis: Basis,
  reference_match: ReferenceMatch.nullable(),
  score: Score.nullable(),
  tamper_score: Fraction,
  integrity_score: Fraction,
  confidence: Fraction,
  summary: z.string(),
  signals: z.array(Signal),
  engine: EngineVersion,
  error: z.null(),
});

/** An analysis that could not run; `size_bytes` and `sha256` are null when the file itself could not be read. */
const Failed = z.object({
  status: z.literal("failed"),
  file: z.object({
    pages: z.null(),
    document_class: z.null(),
    size_bytes: Size.nullable(),
    sha256: Sha256.nullable(),
  }),
  verdict: z.null(),
  basis: z.null(),
  reference_match: z.null(),
  score: z.null(),
  tamper_score: z.null(),
  integrity_score: z.null(),
  confidence: z.null(),
  summary: z.null(),
  signals: z.array(Signal).length(0),
  engine: z.null(),
  error: Failure,
});

/** What the engine answers for one file. */
export const Outcome = z.discriminatedUnion("status", [Completed, Failed]);
export type Outcome = z.infer<typeof Outcome>;

/** The Document resource: what the API returns for one upload and the command line prints for one file. */
export const Document = z
  .object({
    id: z.string().meta({ examples: ["doc_3Kx9fQ2LmWc7VtR1nBz8YpHd"] }),
    object: z.literal("document"),
    status: z.enum(["processing", "completed", "failed"]).meta({ id: "DocumentStatus" }),
    external_id: z.string().nullable().meta({ description: "Caller's reference sent at upload." }),
    metadata: z.record(z.string(), z.unknown()).meta({ description: "Caller's data, returned as sent." }),
    created_at: z.iso.datetime().meta({ description: "Receipt time, UTC." }),
    file: z
      .object({
        name: z.string().meta({ description: "File name as uploaded." }),
        size_bytes: Size,
        sha256: Sha256,
        pages: Pages.nullable(),
        document_class: DocumentClass.nullable(),
      })
      .meta({ id: "File" }),
    verdict: Verdict.nullable(),
    basis: Basis.nullable(),
    reference_match: ReferenceMatch.nullable(),
    score: Score.nullable(),
    tamper_score: Fraction.nullable(),
    integrity_score: Fraction.nullable(),
    confidence: Fraction.nullable(),
    summary: z.string().nullable().meta({ description: "One paragraph in English." }),
    signals: z.array(Signal),
    engine: EngineVersion.nullable(),
    report_url: z.url().meta({ description: "The report in the dashboard." }),
    error: Failure.nullable(),
  })
  .meta({ id: "Document" });
export type Document = z.infer<typeof Document>;
