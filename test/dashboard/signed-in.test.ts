// The way in and out: the link of the start, the cookie it leaves, and what is shown to nobody else.
import { randomBytes } from "node:crypto";
import { BlockList } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOneTimeLink } from "../../src/accounts/one-time-link.ts";
import { sealSession } from "../../src/accounts/session.ts";
import { buildApp } from "../../src/app.ts";
import { openEngine } from "../../src/engine/engine.ts";
import { listen, type RunningServer } from "../../src/server.ts";
import { type Organization, openService, type TestService } from "../harness.ts";

let service: TestService;
let server: RunningServer;
let url: string;
let own: Organization;
let other: Organization;
let link: ReturnType<typeof newOneTimeLink>;
const secret = randomBytes(32);

beforeAll(async () => {
  service = await openService({ engine: await openEngine({ size: 1 }) });
  own = await service.newOrganization();
  other = await service.newOrganization();
  const trustedProxies = new BlockList();
  const app = buildApp(service.services, { production: false, trustedProxies }, { secret, link: () => link });
  server = await listen(app, { host: "127.0.0.1", port: 0, tls: undefined });
  url = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.close(0);
  await service.close();
});

const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: "manual", ...init });

async function enter(headers: Record<string, string> = {}) {
  link = newOneTimeLink(own.id, service.services.clock);
  return ask(`/sign-in/${link.token}`, { headers });
}

async function signedIn(): Promise<{ Cookie: string }> {
  const cookie = (await enter()).headers.get("Set-Cookie") ?? "";
  return { Cookie: cookie.split(";", 1)[0] ?? "" };
}

test("the link leads to the documents, once, and its cookie is for the browser alone", async () => {
  const first = await enter();
  expect([first.status, first.headers.get("Location")]).toEqual([302, "/documents"]);
  expect(first.headers.get("Set-Cookie")).toMatch(/^assay=[^;]+;.*HttpOnly; SameSite=Lax$/);
  const again = await ask(`/sign-in/${link.token}`);
  expect([again.status, again.headers.get("Set-Cookie")]).toEqual([404, null]);
  expect(await again.text()).toContain("works once");
});

test("what another machine passes on, a wrong token and a late one do not sign in", async () => {
  expect((await enter({ "X-Forwarded-For": "203.0.113.9" })).status).toBe(404);
  expect((await ask("/sign-in/wrong")).status).toBe(404);
  link = newOneTimeLink(own.id, service.services.clock);
  service.advance({ seconds: 601 });
  expect((await ask(`/sign-in/${link.token}`)).status).toBe(404);
});

test("the report of an upload opens at its address for its organization, and for nobody else", async () => {
  const { id, report_url } = (await own.upload()).body;
  const strange = (await other.upload()).body.id;
  const headers = await signedIn();
  const path = new URL(report_url).pathname;
  expect(path).toBe(`/documents/${id}`);
  const shown = await ask(path, { headers });
  expect([shown.status, shown.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  expect(await shown.text()).toContain("Sign out");
  expect((await ask("/documents", { headers })).status).toBe(200);
  expect((await ask(`/documents/${strange}`, { headers })).status).toBe(404);
  for (const Cookie of ["", "assay=", `assay=${own.id}.9999999999999.x`]) {
    const refused = await ask(path, { headers: { Cookie } });
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain(id);
  }
});

test("a session ends by itself, and by signing out from this origin", async () => {
  const headers = await signedIn();
  const out = (Origin: string) =>
    ask("/sign-out", {
      method: "POST",
      headers: { ...headers, Origin, "Content-Type": "application/x-www-form-urlencoded" },
    });
  expect((await out("https://elsewhere.example")).status).toBe(403);
  const left = await out(url);
  expect([left.status, left.headers.get("Location")]).toEqual([303, "/"]);
  expect(left.headers.get("Set-Cookie")).toMatch(/^assay=;.*Max-Age=0/);
  const ended = sealSession(secret, { organizationId: own.id, endsAt: service.services.clock() });
  expect((await ask("/documents", { headers: { Cookie: `assay=${ended}` } })).status).toBe(401);
});

test("a service without a way in has no such pages", async () => {
  expect((await fetch(`${service.url}/documents`)).status).toBe(404);
});
