// The OpenAPI document: what all routes' descriptions share, and the document made of them.
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import { ERRORS, ErrorBody, type ErrorCode } from "../errors.ts";
import type { AppEnv } from "../guards/variables.ts";

const VERSION = "1.2.0";

type ErrorStatus = (typeof ERRORS)[ErrorCode]["status"];

export const security = [{ bearer: [] }];

const ON_EVERY_ANSWER = {
  "X-Request-Id": z.string().openapi({ description: "Names this request in the dashboard's request log." }),
  RateLimit: z.string().openapi({ example: '"key";r=59;t=60' }),
  "RateLimit-Policy": z.string().openapi({ example: '"key";q=60;w=60' }),
};

export const RETRY_AFTER = { "Retry-After": z.string().openapi({ description: "Whole seconds." }) };

const ON_ERRORS: Partial<Record<ErrorStatus, Record<string, z.ZodString>>> = {
  401: { "WWW-Authenticate": z.string().openapi({ example: "Bearer" }) },
  429: RETRY_AFTER,
};

export function answer<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  headers: Record<string, z.ZodString> = {},
) {
  const content = { "application/json": { schema } };
  return { description, headers: z.object({ ...ON_EVERY_ANSWER, ...headers }), content };
}

/** The error answers of an operation, by status, each with the codes it can carry. */
export function errors<Code extends ErrorCode>(...codes: Code[]) {
  const answers: Partial<Record<ErrorStatus, ReturnType<typeof answer<typeof ErrorBody>>>> = {};
  for (const { status } of codes.map((code) => ERRORS[code])) {
    const same = codes.filter((code) => ERRORS[code].status === status);
    const description = same.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(" ");
    answers[status] = answer(description, ErrorBody, ON_ERRORS[status]);
  }
  return answers;
}

export function openApiDocument(api: OpenAPIHono<AppEnv>, publicUrl: string) {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "An API key of the organization, for server-side use only.",
  });
  return api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "assay",
      version: VERSION,
      description: "Checks PDF files for signs that they were edited after they were produced.",
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
  });
}
