// The OpenAPI document: what all routes' descriptions share, and the document made of them.
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import { ERRORS, ErrorBody, type ErrorCode } from "../errors.ts";
import type { AppEnv } from "../guards/variables.ts";
import { errorExample } from "./examples.ts";

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

type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> };

export function answer<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  { headers = {}, ...examples }: { headers?: Record<string, z.ZodString> } & Examples = {},
) {
  const content = { "application/json": { schema, ...examples } };
  return { description, headers: z.object({ ...ON_EVERY_ANSWER, ...headers }), content };
}

/** The error answers of an operation, by status, each with the codes it can carry. */
export function errors<Code extends ErrorCode>(...codes: Code[]) {
  const answers: Partial<Record<ErrorStatus, ReturnType<typeof answer<typeof ErrorBody>>>> = {};
  for (const { status } of codes.map((code) => ERRORS[code])) {
    const same = codes.filter((code) => ERRORS[code].status === status);
    const description = same.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(" ");
    const examples = Object.fromEntries(
      same.map((code) => [code, { value: errorExample(code, ERRORS[code].meaning) }]),
    );
    const headers = ON_ERRORS[status];
    answers[status] = answer(description, ErrorBody, { ...(headers && { headers }), examples });
  }
  return answers;
}

export function openApiDocument(api: OpenAPIHono<AppEnv>, publicUrl: string) {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "An API key of the organization, for server-side use only.",
  });
  const document = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "assay",
      version: VERSION,
      description: "Checks PDF files for signs that they were edited after they were produced.",
      contact: { name: "Whoever runs this service", url: publicUrl },
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    tags: [
      { name: "documents", description: "One upload is one check; its document holds verdict, score and findings." },
      { name: "usage", description: "How many checks were granted, spent and are left." },
    ],
    externalDocs: { description: "Every finding a document may list", url: `${publicUrl}/docs/signals` },
  });
  nameNullables(document.components?.schemas ?? {}, document);
  return document;
}

type Node = { [member: string]: Node | string | unknown[] };

/**
 * A named schema that says of itself that it may be null makes generators name it so (`VerdictNullable`): the name gets
 * the plain schema, and each place that refers to it says that null may stand there. All our places of one name agree.
 */
function nameNullables(schemas: object, document: object): void {
  const nullable = Object.entries(schemas as Record<string, Node>).filter(
    ([, schema]) => Array.isArray(schema.type) && schema.type.includes("null"),
  );
  for (const [name, schema] of nullable) {
    const types = (schema.type as unknown[]).filter((type) => type !== "null");
    schema.type = types.length === 1 ? String(types[0]) : types;
    if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter((value) => value !== null);
    admitNull(document as Node, `#/components/schemas/${name}`);
  }
}

function admitNull(node: Node, reference: string): void {
  for (const value of Object.values(node)) {
    if (typeof value !== "object" || value === null) continue;
    const inner = value as Node;
    if (inner.$ref !== reference) admitNull(inner, reference);
    else if (!Array.isArray(node)) {
      delete inner.$ref;
      inner.anyOf = [{ $ref: reference }, { type: "null" }];
    }
  }
}
