// Settings of an account and of an organization: who may do what, what ends at once, what the last owner cannot do.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";
import { mailTo, newAddress, PASSWORD, pathIn, type SignedUp, signedUp, signIn, subjectsTo } from "./people.ts";
import { memberOf, newVisitor, type Visitor } from "./visitor.ts";

let service: TestService;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
});
afterAll(() => service.close());

const SETTINGS = "/settings";
const HOME = "/settings/organization";

async function send(visitor: Visitor, page: string, action: string, fields: Record<string, string> = {}) {
  await visitor.open(page);
  return visitor.submit(action, fields);
}

describe("the password", () => {
  test("is changed by who knows it; other sessions end, this one goes on", async () => {
    const visitor = await signedUp(service);
    const elsewhere = newVisitor(service);
    await signIn(elsewhere, visitor.email);
    const wrong = await send(visitor, SETTINGS, "/settings/password", {
      password: "not it at all",
      next: "another one here",
    });
    expect([wrong.status, wrong.text.includes("The password is wrong")]).toEqual([400, true]);
    const done = await send(visitor, SETTINGS, "/settings/password", { password: PASSWORD, next: "another one here" });
    expect(done.location).toBe("/settings?done=password");
    expect((await visitor.open("/settings?done=password")).text).toContain("all other sessions are over");
    expect((await elsewhere.open("/documents")).status).toBe(303);
    expect((await signIn(newVisitor(service), visitor.email, "another one here")).location).toBe("/documents");
    expect(await subjectsTo(service, visitor.email)).toContain("Your password was changed");
  });

  test("cannot be guessed by who found an open session", async () => {
    const visitor = await signedUp(service);
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      const fields = { password: `guess ${attempt}`, next: "another one here" };
      statuses.push((await send(visitor, SETTINGS, "/settings/password", fields)).status);
    }
    expect(statuses).toEqual([...new Array(10).fill(400), 429]);
  });

  test("is set without another by who came in by a link", async () => {
    const { id } = await service.newOrganization();
    const visitor = await memberOf(service, id);
    expect((await visitor.open(SETTINGS)).text).toContain("have no password yet");
    expect((await visitor.submit("/settings/password", { next: PASSWORD })).location).toBe("/settings?done=password");
    expect((await signIn(newVisitor(service), visitor.email)).location).toBe("/documents");
  });
});

describe("the e-mail address", () => {
  test("changes when the new mailbox answers, and the old one is told", async () => {
    const visitor = await signedUp(service);
    const next = newAddress();
    expect((await send(visitor, SETTINGS, "/settings/email", { email: next, password: "not it at all" })).status).toBe(
      400,
    );
    await send(visitor, SETTINGS, "/settings/email", { email: next, password: PASSWORD });
    expect(await subjectsTo(service, visitor.email)).toContain("Your e-mail address is being changed");
    expect((await signIn(newVisitor(service), visitor.email)).status).toBe(303);
    await visitor.open(pathIn(service, await mailTo(service, next, "Confirm your e-mail address")));
    await visitor.submit("/confirm");
    expect((await visitor.open(SETTINGS)).text).toContain(`<b>${next}</b>`);
    expect((await signIn(newVisitor(service), visitor.email)).status).toBe(400);
    expect((await signIn(newVisitor(service), next)).status).toBe(303);
    // Three checks were granted once.
    expect((await visitor.open("/usage")).text).toContain("<dt>granted</dt><dd>3</dd>");
  });

  test("that belongs to somebody else looks the same, and nothing is sent there", async () => {
    const [visitor, other] = [await signedUp(service), await signedUp(service)];
    const before = await subjectsTo(service, other.email);
    const taken = await send(visitor, SETTINGS, "/settings/email", { email: other.email, password: PASSWORD });
    const free = await send(visitor, SETTINGS, "/settings/email", { email: newAddress(), password: PASSWORD });
    expect([taken.status, taken.location]).toEqual([free.status, free.location]);
    expect(await subjectsTo(service, other.email)).toEqual(before);
  });
});

describe("sessions", () => {
  test("are listed, and end one by one or all but this one; nobody else's do", async () => {
    const visitor = await signedUp(service);
    const [second, third] = [newVisitor(service), newVisitor(service)];
    for (const one of [second, third]) await signIn(one, visitor.email);
    const ids = async (who: Visitor) =>
      [...(await who.open(SETTINGS)).text.matchAll(/sessions\/(\w+)\/end"/g)].map(([, id]) => id ?? "");
    const [newest = ""] = await ids(visitor);
    const other = await signedUp(service);
    await other.open(SETTINGS);
    const token = /name="form_token" value="([^"]+)"/.exec((await other.open(SETTINGS)).text)?.[1] ?? "";
    await other.ask(`/settings/sessions/${newest}/end`, {
      method: "POST",
      body: new URLSearchParams({ form_token: token }),
      headers: { Origin: service.url },
    });
    expect(await ids(visitor)).toHaveLength(2);
    await visitor.submit(`/settings/sessions/${newest}/end`);
    expect([(await second.open("/documents")).status, (await third.open("/documents")).status].sort()).toEqual([
      200, 303,
    ]);
    await send(visitor, SETTINGS, "/settings/sessions/end-others");
    expect([(await second.open("/documents")).status, (await third.open("/documents")).status]).toEqual([303, 303]);
    expect((await visitor.open("/documents")).status).toBe(200);
  });
});

/** Invites, takes the invitation up with a new account, and answers with who joined. */
async function joined(owner: SignedUp, role: "owner" | "member" = "member"): Promise<SignedUp> {
  const email = newAddress();
  expect((await send(owner, HOME, `${HOME}/invite`, { email, role })).location).toBe(`${HOME}?done=invited`);
  const mail = service.mails.findLast(({ to }) => to === email) ?? (await mailTo(service, email, "?"));
  const visitor = newVisitor(service);
  const path = pathIn(service, mail);
  await visitor.open(path);
  expect((await visitor.submit(path, { name: "Berta", password: PASSWORD })).location).toBe("/documents");
  return Object.assign(visitor, { email });
}

const idOf = async (owner: Visitor, email: string) => {
  const row = (await owner.open(HOME)).text.split("<tr>").find((one) => one.includes(`>${email}</td>`)) ?? "";
  return /members\/(usr_\w+)\/role/.exec(row)?.[1] ?? "";
};

describe("an organization", () => {
  test("is joined by an invitation that works once; members do not invite, rename or remove", async () => {
    const owner = await signedUp(service);
    const member = await joined(owner);
    const page = (await member.open(HOME)).text;
    expect(page).toContain(owner.email);
    for (const action of ["invite", "name", "members/"]) expect(page).not.toContain(`action="${HOME}/${action}`);
    const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? "";
    for (const action of ["invite", "name"]) {
      const refused = await member.ask(`${HOME}/${action}`, {
        method: "POST",
        body: new URLSearchParams({ form_token: token, email: newAddress(), name: "Mine" }),
        headers: { Origin: service.url },
      });
      expect([refused.status, refused.text.includes("Only an owner")]).toEqual([400, true]);
    }
    const used = pathIn(service, service.mails.findLast(({ to }) => to === member.email) as never);
    expect((await newVisitor(service).open(used)).status).toBe(404);
    // Who was invited has no organization of its own, and no checks for it.
    expect((await member.open("/usage")).text).toContain("<dt>granted</dt><dd>3</dd>");
  });

  test("is joined with an account there is, by its own address only", async () => {
    const [owner, known, other] = [await signedUp(service), await signedUp(service), await signedUp(service)];
    await send(owner, HOME, `${HOME}/invite`, { email: known.email, role: "member" });
    const path = pathIn(service, await mailTo(service, known.email, "Join Anna Muster's organization"));
    expect((await newVisitor(service).open(path)).text).toContain("Sign in and join");
    expect((await other.open(path)).text).toContain(`You are signed in as ${other.email}`);
    await known.open(path);
    expect((await known.submit(path)).location).toBe("/documents");
    expect((await known.open(HOME)).text).toContain(owner.email);
    // And back to the own one.
    const own = /<option value="(org_\w+)"(?! selected)/.exec((await known.open(HOME)).text)?.[1] ?? "";
    await known.submit(`${HOME}/choose`, { organization: own });
    expect((await known.open(HOME)).text).not.toContain(owner.email);
    const stranger = await signedUp(service);
    const choose = await stranger.ask(`${HOME}/choose`, {
      method: "POST",
      body: new URLSearchParams({
        form_token: /name="form_token" value="([^"]+)"/.exec((await stranger.open(HOME)).text)?.[1] ?? "",
        organization: own,
      }),
      headers: { Origin: service.url },
    });
    expect(choose.status).toBe(404);
  });

  test("whose invitation was withdrawn or is a week old is not joined", async () => {
    const owner = await signedUp(service);
    const emails = [newAddress(), newAddress()];
    for (const email of emails) await send(owner, HOME, `${HOME}/invite`, { email, role: "owner" });
    const paths = emails.map((email) => pathIn(service, service.mails.findLast(({ to }) => to === email) as never));
    const first = (await owner.open(HOME)).text.split("<tr>").find((row) => row.includes(emails[0] ?? ""));
    await owner.submit(`${HOME}/invitations/${/invitations\/(inv_\w+)/.exec(first ?? "")?.[1]}/cancel`);
    expect((await newVisitor(service).open(paths[0] ?? "")).status).toBe(404);
    expect((await newVisitor(service).open(paths[1] ?? "")).status).toBe(200);
    service.advance({ days: 7.01 });
    expect((await newVisitor(service).open(paths[1] ?? "")).status).toBe(404);
  });

  test("is left at once by who is removed; another organization's members are out of reach", async () => {
    const [owner, foreign] = [await signedUp(service), await signedUp(service)];
    const member = await joined(owner);
    const id = await idOf(owner, member.email);
    const token = /name="form_token" value="([^"]+)"/.exec((await foreign.open(HOME)).text)?.[1] ?? "";
    for (const action of ["remove", "role"]) {
      const refused = await foreign.ask(`${HOME}/members/${id}/${action}`, {
        method: "POST",
        body: new URLSearchParams({ form_token: token, role: "owner" }),
        headers: { Origin: service.url },
      });
      expect(refused.status).toBe(404);
    }
    await owner.open(HOME);
    await owner.submit(`${HOME}/members/${id}/remove`);
    const shown = await member.open("/documents");
    expect([shown.status, shown.text.includes("You belong to no organization")]).toEqual([403, true]);
    await member.submit(`${HOME}/new`);
    // Somebody's first own organization has the first checks.
    expect((await member.open("/usage")).text).toContain("<dt>granted</dt><dd>3</dd>");
  });

  test("cannot lose its last owner: not by leaving, not by a role, not by deleting the account", async () => {
    const owner = await signedUp(service);
    expect((await send(owner, HOME, `${HOME}/leave`)).text).toContain("An organization needs an owner");
    const member = await joined(owner);
    expect((await send(owner, HOME, `${HOME}/leave`)).status).toBe(400);
    const refused = await send(owner, "/settings/delete", "/settings/delete", { password: PASSWORD });
    expect([refused.status, refused.text.includes("You are the last owner of")]).toEqual([400, true]);

    const id = await idOf(owner, member.email);
    await owner.submit(`${HOME}/members/${id}/role`, { role: "owner" });
    // Two owners who leave at once: one stays.
    await Promise.all([owner.open(HOME), member.open(HOME)]);
    const left = await Promise.all([owner.submit(`${HOME}/leave`), member.submit(`${HOME}/leave`)]);
    expect(left.map(({ status }) => status).sort()).toEqual([303, 400]);
  });

  test("is renamed by its owner, and its name is text whatever it holds", async () => {
    const owner = await signedUp(service);
    await send(owner, HOME, `${HOME}/name`, { name: '<b onclick="x">Bank</b>' });
    const { text } = await owner.open("/documents");
    expect(text).toContain("&lt;b onclick=&quot;x&quot;&gt;Bank&lt;/b&gt;");
    expect(text).not.toContain("<b onclick");
  });
});

describe("deleting the account", () => {
  test("needs the password, and takes the organization with files, keys and logs along", async () => {
    const visitor = await signedUp(service);
    await visitor.open("/developers/keys");
    const made = await visitor.submit("/developers/keys", { name: "doomed" });
    const key = /<code id="new-key">(\w+)</.exec(made.text)?.[1] ?? "";
    const form = new FormData();
    form.set("file", new Blob(["%PDF-1.4\n"], { type: "application/pdf" }), "doomed.pdf");
    const api = (path: string, init?: RequestInit) =>
      service.request(`/api/v1${path}`, { ...init, headers: { Authorization: `Bearer ${key}` } });
    expect((await api("/documents", { method: "POST", body: form })).status).toBe(200);
    const files = async () => (await readdir(join(service.folder, "files"), { recursive: true })).length;
    const before = await files();
    expect((await send(visitor, "/settings/delete", "/settings/delete", { password: "not it at all" })).status).toBe(
      400,
    );
    expect((await send(visitor, "/settings/delete", "/settings/delete", { password: PASSWORD })).location).toBe("/");
    expect((await visitor.open("/documents")).status).toBe(303);
    expect((await api("/usage")).status).toBe(401);
    expect(await files()).toBeLessThan(before);
    expect((await signIn(newVisitor(service), visitor.email)).text).toContain(
      "e-mail address or the password is wrong",
    );
    const { db } = service.services;
    const everything = [
      await db.query.users.findMany(),
      await db.query.sessions.findMany(),
      await db.query.documents.findMany(),
      await db.query.apiKeys.findMany(),
    ];
    for (const trace of [visitor.email, "doomed"]) expect(JSON.stringify(everything)).not.toContain(trace);
  });

  test("leaves an organization that has other members to them", async () => {
    const owner = await signedUp(service);
    const second = await joined(owner, "owner");
    await send(owner, "/settings/delete", "/settings/delete", { password: PASSWORD });
    const page = await second.open(HOME);
    expect([page.status, page.text.includes(owner.email)]).toEqual([200, false]);
  });
});
