// Somebody with a browser without script: keeps cookies, follows what a page says, and sends the forms that stand on it.
import { openAccounts } from "../../src/accounts/auth.ts";
import type { Role } from "../../src/accounts/person.ts";
import { memberships, users } from "../../src/db/people.ts";
import { newId } from "../../src/ids.ts";
import { type TestService, testAddress } from "../harness.ts";

export interface Shown {
  status: number;
  headers: Headers;
  text: string;
  /** Where it leads on, for answers that do. */
  location: string;
}

export interface Visitor {
  /** What stands in `Cookie`. */
  cookies: Map<string, string>;
  address: string;
  /** One request, as it is; redirects are not followed. */
  ask(path: string, init?: RequestInit): Promise<Shown>;
  /** Opens a page, and stays on it. */
  open(path: string): Promise<Shown>;
  /** Sends the form of the open page that leads to `action`, as it stands there but for these fields; stays on a page shown. */
  submit(action: string, fields?: Record<string, string>): Promise<Shown>;
}

export function newVisitor(service: Pick<TestService, "url">, address: string = testAddress()): Visitor {
  const cookies = new Map<string, string>();
  let page = "";

  async function ask(path: string, { headers, ...init }: RequestInit = {}): Promise<Shown> {
    const all = new Headers(headers);
    if (cookies.size > 0) all.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    all.set("X-Forwarded-For", address);
    if (!all.has("Accept")) all.set("Accept", "text/html");
    const response = await fetch(service.url + path, { redirect: "manual", ...init, headers: all });
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get("Location") ?? "",
    };
  }

  async function open(path: string): Promise<Shown> {
    const shown = await ask(path);
    page = shown.text;
    return shown;
  }

  async function submit(action: string, fields: Record<string, string> = {}): Promise<Shown> {
    const form = formsOf(page).find((one) => one.action === action);
    if (form === undefined) throw new Error(`the page has no form that leads to ${action}:\n${page}`);
    const body = new URLSearchParams({ ...form.fields, ...fields });
    const shown = await ask(action, { method: "POST", body, headers: { Origin: service.url } });
    if (shown.location === "") page = shown.text;
    return shown;
  }

  return { cookies, address, ask, open, submit };
}

/** A member of the organization, signed in, as a session of the service says it. */
export async function memberOf(
  service: TestService,
  organizationId: string,
  { role = "owner", email = `${newId("usr").toLowerCase()}@example.test` }: { role?: Role; email?: string } = {},
): Promise<Visitor & { userId: string; email: string }> {
  const { db, clock } = service.services;
  const userId = newId("usr");
  const now = clock();
  await db
    .insert(users)
    .values({ id: userId, name: "Test", email, emailVerified: true, createdAt: now, updatedAt: now });
  await db.insert(memberships).values({ organizationId, userId, role, createdAt: now });
  const visitor = newVisitor(service);
  const { auth } = openAccounts(service.services);
  const answer = await auth.api.enter({ body: { userId }, headers: new Headers(), returnHeaders: true });
  for (const cookie of answer.headers.getSetCookie()) keepCookie(visitor.cookies, cookie);
  return Object.assign(visitor, { userId, email });
}

function keepCookie(cookies: Map<string, string>, text: string): void {
  const [pair = "", ...attributes] = text.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at).trim();
  if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}

interface Form {
  action: string;
  fields: Record<string, string>;
}

function formsOf(page: string): Form[] {
  return [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head = "", inside = ""]) => ({
    action: attribute(head, "action") ?? "",
    fields: Object.fromEntries(
      [...inside.matchAll(/<input\b([^>]*)>/g)].map(([, input = ""]) => [
        attribute(input, "name") ?? "",
        attribute(input, "value") ?? "",
      ]),
    ),
  }));
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
}
