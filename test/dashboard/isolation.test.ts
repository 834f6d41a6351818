// Two organizations and the whole map: every address that the application answers is asked for with what belongs to one of
// them, by a member of the other and by a stranger. An address that is added is asked for too.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { type Organization, openService, type TestService } from "../harness.ts";
import { memberOf, newVisitor, type Visitor } from "./visitor.ts";

let service: TestService;
let own: Organization;
let owner: Visitor & { userId: string; email: string };
let colleague: Visitor & { userId: string; email: string };
let intruder: Visitor;
/** What belongs to the organization, by the room of the map that holds it. */
let ids: Record<string, string>;
/** Words that only its members may see. */
let secrets: string[];

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
  own = await service.newOrganization({ checks: 7_777 });
  owner = await memberOf(service, own.id);
  colleague = await memberOf(service, own.id, { role: "member" });
  intruder = await memberOf(service, (await service.newOrganization()).id);
  const { body, headers } = await own.upload({ name: "muster-anna.pdf", external_id: "case-of-anna" });
  await owner.open("/settings/organization");
  await owner.submit("/settings/organization/invite", { email: "invited@example.test" });
  const page = (await owner.open("/settings/organization")).text;
  const invitation = /invitations\/(inv_\w+)\//.exec(page)?.[1] ?? "";
  const sessions = await service.services.db.query.sessions.findMany();
  const session = sessions.find(({ userId }) => userId === owner.userId)?.id ?? "";
  ids = {
    documents: body.id,
    keys: own.keyId,
    members: colleague.userId,
    invitations: invitation,
    sessions: session,
    organizations: own.id,
  };
  secrets = [
    ...[
      body.id,
      "muster-anna.pdf",
      "case-of-anna",
      own.keyId,
      own.id,
      owner.email,
      colleague.email,
      invitation,
      session,
    ],
    ...["invited@example.test", headers.get("X-Request-Id") ?? "", "7777", "7,777", own.key.slice(0, 12)],
  ];
  for (const secret of secrets) expect(secret).not.toBe("");
});
afterAll(() => service.close());

/** Every address of pages, with what belongs to the organization in the place of its parameters. */
function addresses(method: string): string[] {
  const { production, trustedProxies } = { production: false, trustedProxies: { check: () => false } as never };
  const paths = buildApp(service.services, { production, trustedProxies })
    .routes.filter((route) => route.method === method)
    .map(({ path }) => path)
    .filter((path) => !path.startsWith("/api/") && !path.startsWith("/assets/"));
  return [...new Set(paths)].map((path) =>
    path.replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, (_, name: string, _pattern, at: number) => {
      const room = path.slice(0, at).split("/").at(-2) ?? "";
      if (name === "number") return "1";
      if (name === "name") return "1.png";
      if (name === "token") return "0".repeat(40);
      const id = ids[room];
      if (id === undefined) throw new Error(`${path} has a parameter that this test does not know`);
      return id;
    }),
  );
}

test("the map is whole", () => {
  const all = addresses("GET");
  expect(all.length).toBeGreaterThan(30);
  for (const path of [`/documents/${ids.documents}/original`, `/developers/keys/${ids.keys}/revoke`, "/operator"]) {
    expect(all).toContain(path);
  }
});

test("by no address does a member of another organization, or a stranger, see anything of it", async () => {
  for (const path of addresses("GET")) {
    for (const visitor of [intruder, newVisitor(service)]) {
      const { status, text, location, headers } = await visitor.ask(path);
      expect(status, path).toBeLessThan(500);
      // An address that was asked for may be told back, as the way on after signing in.
      const told = `${text}${location}${headers.get("Content-Disposition")}`.replaceAll(encodeURIComponent(path), "");
      for (const secret of secrets) expect(told.includes(secret), `${path} shows ${secret}`).toBe(false);
      if (path.includes(ids.documents ?? "") || path.includes(ids.keys ?? "")) expect([303, 404]).toContain(status);
    }
  }
});

test("filters and cursors of one organization give nothing of another", async () => {
  const log = await own.get("/usage");
  for (const query of [
    `/documents?name=muster`,
    `/documents?external_id=case-of-anna`,
    `/developers/requests?key=${own.keyId}`,
    `/developers/requests?id=${log.headers.get("X-Request-Id")}`,
  ]) {
    const { text } = await intruder.ask(query);
    expect(text).not.toContain(`/documents/${ids.documents}`);
    expect(text).not.toContain(`<code>${log.headers.get("X-Request-Id")}</code>`);
  }
});

test("by no address does a form of another organization, or of nobody, change it", async () => {
  const { db } = service.services;
  const state = async () => ({
    documents: (await db.query.documents.findMany()).filter(({ organizationId }) => organizationId === own.id),
    keys: (await db.query.apiKeys.findMany()).filter(({ organizationId }) => organizationId === own.id),
    members: (await db.query.memberships.findMany()).filter(({ organizationId }) => organizationId === own.id),
    invitations: (await db.query.invitations.findMany()).filter(({ organizationId }) => organizationId === own.id),
    organization: (await db.query.organizations.findMany()).filter(({ id }) => id === own.id),
    sessions: (await db.query.sessions.findMany()).filter(({ userId }) => userId === owner.userId),
  });
  const before = await state();
  expect(before.sessions).toHaveLength(1);
  const own_addresses = addresses("POST").filter((path) => Object.values(ids).some((id) => path.includes(id)));
  expect(own_addresses.length).toBeGreaterThan(8);
  for (const path of own_addresses) {
    for (const visitor of [intruder, newVisitor(service)]) {
      const { text } = await visitor.ask(visitor === intruder ? "/settings" : "/sign-in");
      const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
      const { status } = await visitor.ask(path, {
        method: "POST",
        body: new URLSearchParams({ form_token, role: "owner", checks: "5", organization: own.id }),
        headers: { Origin: service.url },
      });
      expect(status, path).toBeLessThan(500);
    }
  }
  expect(await state()).toEqual(before);
});
