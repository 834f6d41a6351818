// POST, GET and DELETE /documents.
import { rm } from "node:fs/promises";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { externalIdFault } from "../documents/external-id.ts";
import { listDocuments, retrieveDocument } from "../documents/read.ts";
import { deleteDocument } from "../documents/remove.ts";
import { submitDocument } from "../documents/submit.ts";
import { idempotencyKey } from "../guards/idempotency.ts";
import { uploadsAtOnce } from "../guards/uploads.ts";
import type { AppEnv } from "../guards/variables.ts";
import { Document } from "../report.ts";
import type { Services } from "../services.ts";
import { documentExample, processingExample } from "./examples.ts";
import { receiveUpload } from "./multipart.ts";
import { answer, errors, RETRY_AFTER, security } from "./openapi.ts";

const POLL_SECONDS = "3";

/** In examples: which service it is, the document's `servers` say. */
const HOST = "https://assay.example.com";
const PROCESSING = { headers: RETRY_AFTER, example: processingExample(HOST) };

const List = z
  .object({
    object: z.literal("list"),
    data: z.array(Document).meta({ description: "The page, newest first." }),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().meta({ description: "Opaque; null on the last page." }),
  })
  .meta({ id: "DocumentList" });

const Deleted = z
  .object({ id: z.string(), object: z.literal("document"), deleted: z.literal(true) })
  .meta({ id: "DeletedDocument" });

const limitMessage = "limit must be a whole number from 1 to 100.";

const ListQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, limitMessage)
    .default(20)
    .openapi({ type: "integer", minimum: 1, maximum: 100, default: 20, description: "Documents a page." }),
  cursor: z
    .string()
    // Sent empty is as good as not sent.
    .transform((text) => text || undefined)
    .optional()
    .openapi({ type: "string", description: "The `next_cursor` of the page before." }),
  external_id: z
    .string()
    .superRefine((text, context) => {
      const fault = externalIdFault(text);
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    })
    // Sent empty is as good as not sent.
    .transform((text) => text || undefined)
    .optional()
    .openapi({ type: "string", maxLength: 191, description: "Only documents uploaded with this external_id." }),
});

const Path = z.object({
  id: z.string().openapi({ description: "The document's id.", example: "doc_3Kx9fQ2LmWc7VtR1nBz8YpHd" }),
});

const Create = z.object({
  file: z.string().openapi({ format: "binary", description: "A PDF, at most 10 MB and 100 pages." }),
  external_id: z
    .string()
    .max(191)
    .nullable()
    .optional()
    .openapi({ description: "Your reference; a filter of the list." }),
  metadata: z
    .string()
    .max(2048)
    .nullable()
    .optional()
    .openapi({ description: "A JSON object as text, at most 2 KB; returned as an object." }),
});

const IdempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().openapi({
    description: "Makes repeating the same upload safe for 24 hours.",
  }),
});

const createDoc = {
  method: "post",
  path: "/documents",
  operationId: "documents.create",
  summary: "Check a document",
  description:
    "Waits up to 20 seconds for the analysis: 200 with the ended document, else 202 with one to poll. Repeating a request with its Idempotency-Key within 24 hours returns the first document and charges nothing. `rate_limited` is also what a key gets for more than 32 uploads at once, and an organization after 20 files an hour that went over the limits of the analysis; those are not charged.",
  security,
  request: {
    headers: IdempotencyHeader,
    body: { required: true, content: { "multipart/form-data": { schema: Create } } },
  },
  responses: {
    200: answer("Completed or failed.", Document, { example: documentExample(HOST) }),
    202: answer("Still processing; poll every 3 to 5 seconds.", Document, PROCESSING),
    ...errors(
      "invalid_request",
      "not_a_pdf",
      "unauthorized",
      "quota_exceeded",
      "idempotency_key_reused",
      "file_too_large",
      "rate_limited",
      "internal_error",
    ),
  },
} as const;

const list = createRoute({
  method: "get",
  path: "/documents",
  tags: ["documents"],
  operationId: "documents.list",
  summary: "List documents, newest first",
  security,
  request: { query: ListQuery },
  responses: {
    200: answer("A page.", List, {
      example: { object: "list", data: [documentExample(HOST)], has_more: false, next_cursor: null },
    }),
    ...errors("invalid_request", "unauthorized", "rate_limited", "internal_error"),
  },
});

const retrieve = createRoute({
  method: "get",
  path: "/documents/{id}",
  tags: ["documents"],
  operationId: "documents.retrieve",
  summary: "Retrieve a document",
  security,
  request: { params: Path },
  responses: {
    200: answer("Completed or failed.", Document, { example: documentExample(HOST) }),
    202: answer("Still processing; poll every 3 to 5 seconds.", Document, PROCESSING),
    ...errors("unauthorized", "not_found", "rate_limited", "internal_error"),
  },
});

const remove = createRoute({
  method: "delete",
  path: "/documents/{id}",
  tags: ["documents"],
  operationId: "documents.delete",
  summary: "Delete a document, its file and its result",
  description: "The check is not refunded.",
  security,
  request: { params: Path },
  responses: {
    200: answer("Deleted.", Deleted, { example: { id: documentExample(HOST).id, object: "document", deleted: true } }),
    ...errors("unauthorized", "not_found", "rate_limited", "internal_error"),
  },
});

export function documentRoutes(
  api: OpenAPIHono<AppEnv>,
  services: Services,
  guards: MiddlewareHandler<AppEnv>[],
): void {
  api.openAPIRegistry.registerPath({ ...createDoc, tags: ["documents"] });
  // Not `api.openapi`: its validation of forms holds the whole file in memory.
  api.on(["POST"], ["/documents"], ...guards, uploadsAtOnce(), (c) => create(c, services));

  api.openapi({ ...list, middleware: guards }, async (c) => {
    const { limit, cursor, external_id: externalId } = c.req.valid("query");
    const page = await listDocuments(services, c.get("owner").organizationId, { limit, cursor, externalId });
    const { data, nextCursor } = page;
    return c.json({ object: "list" as const, data, has_more: nextCursor !== null, next_cursor: nextCursor }, 200);
  });

  api.openapi({ ...retrieve, middleware: guards }, async (c) => {
    const { id } = c.req.valid("param");
    return state(c, await retrieveDocument(services, c.get("owner").organizationId, id));
  });

  api.openapi({ ...remove, middleware: guards }, async (c) => {
    const { id } = c.req.valid("param");
    await deleteDocument(services, c.get("owner").organizationId, id);
    c.set("documentId", id);
    return c.json({ id, object: "document" as const, deleted: true as const }, 200);
  });
}

async function create(c: Context<AppEnv>, services: Services) {
  const key = idempotencyKey(c);
  const received = await receiveUpload(c.env.incoming, services.uploads);
  try {
    const upload = { ...received, idempotencyKey: key, source: "api" as const };
    return state(c, await submitDocument(services, c.get("owner").organizationId, upload));
  } finally {
    // Storage has taken it over, unless the upload was refused or repeated.
    await rm(received.path, { force: true });
  }
}

function state(c: Context<AppEnv>, document: Document) {
  c.set("documentId", document.id);
  if (document.status !== "processing") return c.json(document, 200);
  c.header("Retry-After", POLL_SECONDS);
  return c.json(document, 202);
}
