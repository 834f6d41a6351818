// The shell of the running service: sessions, forms, addresses and the frame, as pages need them.
import type { BlockList } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import type { Accounts } from "../accounts/auth.ts";
import { findPerson, type Person } from "../accounts/person.ts";
import { addressGroup, clientAddress } from "../guards/client.ts";
import type { AppEnv } from "../guards/variables.ts";
import { CSRF_FIELD, openCsrf } from "./csrf.ts";
import { frame } from "./frame.tsx";
import { NoOrganization, Suspended } from "./refusals.tsx";
import type { Shell } from "./shell.ts";

export const PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "X-Content-Type-Options": "nosniff",
  // Not `no-referrer`: with it forms of ours would come without an origin.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

export function openShell(accounts: Accounts, trustedProxies: BlockList): Shell {
  const { accountSecret, publicUrl } = accounts.services;
  const csrf = openCsrf(accountSecret, publicUrl);

  const knowsPerson: MiddlewareHandler<AppEnv> = async (c, next) => {
    // Who sends no cookie is not looked for.
    const found = c.req.header("Cookie") === undefined ? undefined : await findPerson(accounts, c.req.raw.headers);
    c.set("person", found?.person);
    for (const cookie of found?.cookies ?? []) c.header("Set-Cookie", cookie, { append: true });
    await next();
  };

  const needsPerson: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (c.get("person") !== undefined) return next();
    // Script asks for data and is told; everybody else is led to the form, and back to what was asked for.
    if (c.req.header("Accept") === "application/json") return c.json({ error: { code: "unauthorized" } }, 401);
    const { pathname, search } = new URL(c.req.url);
    const back = c.req.method === "GET" ? `?next=${encodeURIComponent(pathname + search)}` : "";
    return c.redirect(`/sign-in${back}`, 303);
  };

  const needsOrganization: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (person(c).current !== undefined) return next();
    const body = <NoOrganization field={shell.formField(c)} />;
    return shell.page(c, { title: "No organization", body, status: 403 });
  };

  const refusesSuspended: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!person(c).current?.suspended) return next();
    return shell.page(c, { title: "Suspended", body: <Suspended />, status: 403 });
  };

  const visitor = [knowsPerson, csrf.guard];
  const shell: Shell = {
    visitor,
    signedIn: [...visitor, needsPerson],
    belonging: [needsOrganization],
    guards: [...visitor, needsPerson, needsOrganization, refusesSuspended],
    person,
    organization(c) {
      const { current } = person(c);
      if (current === undefined) throw new Error("a page that asks for the organization must stand behind `guards`");
      return current.organizationId;
    },
    address: (c) => addressGroup(clientAddress(c, trustedProxies)),
    page(c, { status = 200, ...parts }) {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) c.header(name, value);
      return c.html(frame({ ...parts, path: c.req.path, person: c.get("person"), field: shell.formField(c) }), status);
    },
    formField: (c) => <input type="hidden" name={CSRF_FIELD} value={csrf.token(c)} />,
  };
  return shell;
}

function person(c: Context<AppEnv>): Person {
  const found = c.get("person");
  if (found === undefined) throw new Error("a page that asks who is signed in must stand behind `signedIn`");
  return found;
}
