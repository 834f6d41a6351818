// What forms share: reading their fields, and showing them again with what was wrong.
import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { ApiError, ERRORS } from "../errors.ts";
import type { AppEnv } from "../guards/variables.ts";
import type { PageParts } from "./shell.ts";

export type Fields = Record<string, string>;

/** The text fields of a form; the last of equal names. */
export async function readForm(c: Context<AppEnv>): Promise<Fields> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}

/** What the member did wrong, with its status; a failure of ours is thrown on. */
export function problemOf(error: unknown, c: Context<AppEnv>): { message: string; status: PageParts["status"] } {
  if (!(error instanceof ApiError) || ERRORS[error.code].status >= 500) throw error;
  c.set("errorCode", error.code);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  return { message: error.message, status: ERRORS[error.code].status as PageParts["status"] };
}

export function Problem({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p class="notice bad" role="alert">
      {message}
    </p>
  );
}

export function Done({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <p class="notice good" role="status">
      {message}
    </p>
  );
}

type FieldProps = {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string | undefined;
  hint?: Child;
  autocomplete?: string;
  minlength?: number;
  maxlength?: number;
};

export function Field({ label, hint, type = "text", ...input }: FieldProps) {
  return (
    <label>
      {label}
      {hint ? <span class="hint">{hint}</span> : null}
      <input type={type} required {...input} />
    </label>
  );
}
