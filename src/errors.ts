// Every error the API can answer with: code, status and meaning in one table, read in one direction.
import { z } from "zod";

export const ERRORS = {
  invalid_request: { status: 400, meaning: "A parameter is missing or malformed; the message names it." },
  not_a_pdf: { status: 400, meaning: "The uploaded file is not a PDF." },
  unauthorized: { status: 401, meaning: "The API key is missing, malformed or revoked." },
  quota_exceeded: { status: 402, meaning: "No checks left; nothing was stored." },
  not_found: { status: 404, meaning: "No such document in the organization, or no such route." },
  method_not_allowed: { status: 405, meaning: "The path does not support this HTTP method." },
  idempotency_key_reused: {
    status: 409,
    meaning: "The Idempotency-Key was used within 24 hours for a different upload; nothing was stored.",
  },
  file_too_large: { status: 413, meaning: "The file exceeds the upload size limit." },
  rate_limited: { status: 429, meaning: "Too many requests; wait the seconds in Retry-After." },
  internal_error: {
    status: 500,
    meaning: "Failure on the service side; safe to retry, ideally with the same Idempotency-Key.",
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const ErrorBody = z
  .object({
    error: z.object({
      code: z
        .enum(ERROR_CODES)
        .meta({ id: "ErrorCode", description: "Branch on this, not on the message. Codes may be added." }),
      message: z.string().meta({ description: "English, for developers; may be reworded." }),
      request_id: z.string().optional().meta({ description: "The same as the X-Request-Id header." }),
    }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** What the client did, or what it must wait for; the only error whose message a client sees. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string = ERRORS[code].meaning, headers: Record<string, string> = {}) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.headers = headers;
  }
}

/** Why the service or a command cannot start: one sentence for whoever starts it, without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
  }
}
