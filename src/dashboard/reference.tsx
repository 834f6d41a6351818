// The OpenAPI document as a page to read.
import type { Child } from "hono/jsx";
import type { openApiDocument } from "../routes/openapi.ts";

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

export function ReferenceView({ document }: { document: Document }) {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return (
    <article class="text">
      <h1>API reference</h1>
      <p>
        Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>. Base address:{" "}
        <code>{document.servers?.[0]?.url}</code>. The same as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>, from
        which generators make clients.
      </p>
      {operations.map((one) => (
        <OperationSection {...one} />
      ))}
      <h2>Objects</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section>
          <h3 id={name}>{name}</h3>
          <p class="soft">{schema.description}</p>
          {schema.enum ? <p>{typeOf(schema)}</p> : null}
          <Rows rows={rowsOf(schema)} label={name} />
        </section>
      ))}
    </article>
  );
}

function OperationSection({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const body = operation.requestBody?.content["multipart/form-data"]?.schema;
  const fields = body === undefined ? [] : rowsOf(body, "form");
  const parameters = (operation.parameters ?? []).map(({ name, in: place, required, description, schema }) => ({
    name,
    type: typeOf(schema ?? {}),
    note: [place, required ? "required" : "", description ?? schema?.description].filter(Boolean).join("; "),
  }));
  return (
    <section>
      <h2 id={operation.operationId}>
        <span class="method">{method}</span> <code>{path}</code>
      </h2>
      <p>
        {operation.summary}. <WithCode text={operation.description ?? ""} />
      </p>
      <Rows rows={[...parameters, ...fields]} label={`What ${operation.operationId} takes`} />
      <section class="scroll" tabindex={0} aria-label={`What ${operation.operationId} answers`}>
        <table>
          <tbody>
            {Object.entries(operation.responses).map(([status, { description, content }]) => (
              <tr>
                <th scope="row">{status}</th>
                <td>{typeOf(content?.["application/json"]?.schema ?? {})}</td>
                <td>
                  <WithCode text={description} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
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

function Rows({ rows, label }: { rows: Row[]; label: string }) {
  if (rows.length === 0) return null;
  return (
    <section class="scroll" tabindex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, type, note }) => (
            <tr>
              <td>
                <code>{name}</code>
              </td>
              <td>{type}</td>
              <td>
                <WithCode text={note} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Descriptions mark code as Markdown does. */
function WithCode({ text }: { text: string }) {
  return <>{text.split("`").map((part, index): Child => (index % 2 ? <code>{part}</code> : part))}</>;
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
