// The OpenAPI document as a page to read.
import { html } from "hono/html";
import type { openApiDocument } from "../routes/openapi.ts";
import type { Html } from "./page.ts";

type Document = ReturnType<typeof openApiDocument>;

/** The parts of OpenAPI 3.1 that our document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Operation {
  summary?: string;
  description?: string;
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

export function referencePage(document: Document): Html {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return html`<h1>API reference</h1>
<p>Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Base address:
<code>${document.servers?.[0]?.url}</code>. The same as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
${operations.map(operationSection)}
<h2>Objects</h2>
${Object.entries(schemas).map(([name, schema]) => schemaSection(name, schema))}`;
}

function operationSection({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  const body = operation.requestBody?.content["multipart/form-data"]?.schema;
  const fields = body === undefined ? [] : rowsOf(body, "form");
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required, description, schema }) => ({
    name,
    type: typeOf(schema ?? {}),
    note: [place, required ? "required" : "", description ?? schema?.description].filter(Boolean).join("; "),
  }));
  return html`<h2 id="${operation.operationId}"><span class="method">${method}</span> <code>${path}</code></h2>
<p>${operation.summary}. ${withCode(operation.description ?? "")}</p>
${table([...parameters, ...fields])}
<table>
${Object.entries(operation.responses).map(
  ([status, { description, content }]) =>
    html`<tr><td>${status}</td><td>${typeOf(content?.["application/json"]?.schema ?? {})}</td><td>${withCode(description)}</td></tr>`,
)}
</table>`;
}

function schemaSection(name: string, schema: Schema): Html {
  return html`<h3 id="${name}">${name}</h3><p class="soft">${schema.description}</p>${table(rowsOf(schema))}`;
}

interface Row {
  name: string;
  type: string;
  note: string;
}

function rowsOf(schema: Schema, place = ""): Row[] {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const need = schema.required?.includes(name) ? "" : "optional";
    return { name, type: typeOf(member), note: [place, need, member.description].filter(Boolean).join("; ") };
  });
}

function table(rows: Row[]): Html {
  if (rows.length === 0) return html``;
  return html`<table>
<tr><th>Name</th><th>Type</th><th>Meaning</th></tr>
${rows.map(({ name, type, note }) => html`<tr><td><code>${name}</code></td><td>${type}</td><td>${withCode(note)}</td></tr>`)}
</table>`;
}

/** Descriptions mark code as Markdown does. */
function withCode(text: string): Html[] {
  return text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`));
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return choices.map(typeOf).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? "any"].flat();
  return types
    .map((type) => (type === "array" && schema.items ? `array of ${typeOf(schema.items)}` : type))
    .join(" or ");
}
