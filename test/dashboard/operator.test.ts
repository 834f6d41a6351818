// The operator's pages and commands: who sees them, what they change, and that it takes effect with the next request.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operate } from "../../src/operations/operations.ts";
import { askRunning, listenForOperations } from "../../src/operations/socket.ts";
import { completed, engineByHand, failed } from "../engine-by-hand.ts";
import { openService, type TestService, testAddress } from "../harness.ts";
import { memberOf, newVisitor, type Visitor } from "./visitor.ts";

let service: TestService;
let operator: Visitor;
const engine = engineByHand();

beforeAll(async () => {
  engine.always(completed());
  service = await openService({ engine, operators: ["operator@example.test"] });
  const own = await service.newOrganization();
  operator = await memberOf(service, own.id, { email: "operator@example.test" });
});
afterAll(() => service.close());

async function send(page: string, action: string, fields: Record<string, string> = {}) {
  await operator.open(page);
  return operator.submit(action, fields);
}

const ADDRESSES = ["/operator", "/operator/notice"];

test("the pages are for those whose address is in OPERATORS; for others there are none", async () => {
  const owner = await memberOf(service, (await service.newOrganization()).id);
  for (const address of ADDRESSES) {
    expect((await operator.open(address)).status).toBe(200);
    expect((await owner.open(address)).status).toBe(404);
    expect((await newVisitor(service).open(address)).status).toBe(303);
  }
  expect((await operator.open("/documents")).text).toContain('href="/operator"');
  const { text } = await owner.open("/documents");
  expect(text).not.toContain('href="/operator"');
  const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const other = await service.newOrganization({ checks: 1 });
  for (const action of ["grant", "suspend"]) {
    const forged = await owner.ask(`/operator/organizations/${other.id}/${action}`, {
      method: "POST",
      body: new URLSearchParams({ form_token, checks: "50" }),
      headers: { Origin: service.url },
    });
    expect(forged.status).toBe(404);
  }
  expect(await other.usage()).toMatchObject({ allowance: 1 });
});

test("an address in OPERATORS that is not confirmed opens nothing", async () => {
  const { db } = service.services;
  const owner = await memberOf(service, (await service.newOrganization()).id, { email: "second@example.test" });
  service.services.operators.push("second@example.test");
  expect((await owner.open("/operator")).status).toBe(200);
  await db.execute("update users set email_verified = false where email = 'second@example.test'");
  expect((await owner.open("/operator")).status).toBe(404);
});

test("checks are granted, in whole numbers", async () => {
  const own = await service.newOrganization({ checks: 0 });
  expect((await own.upload()).status).toBe(402);
  const grant = `/operator/organizations/${own.id}/grant`;
  expect((await send("/operator", grant, { checks: "5" })).location).toBe("/operator?done=yes");
  expect((await own.upload()).status).toBe(200);
  for (const checks of ["0", "-1", "1.5", "many", "1000001"]) {
    expect((await send("/operator", grant, { checks })).status).toBe(400);
  }
  expect(await own.usage()).toMatchObject({ allowance: 5, used: 1 });
});

test("a suspended organization keeps everything and can use none of it, until it goes on", async () => {
  const own = await service.newOrganization();
  const member = await memberOf(service, own.id);
  const { body } = await own.upload();
  await send("/operator", `/operator/organizations/${own.id}/suspend`);
  expect((await own.get("/usage")).status).toBe(401);
  for (const address of ["/documents", `/documents/${body.id}`, "/developers/keys", "/usage"]) {
    const shown = await member.open(address);
    expect([shown.status, shown.text.includes("This organization is suspended")], address).toEqual([403, true]);
  }
  expect((await member.open("/settings")).status).toBe(200);
  await send("/operator", `/operator/organizations/${own.id}/resume`);
  expect((await own.get(`/documents/${body.id}`)).status).toBe(200);
  expect((await member.open(`/documents/${body.id}`)).status).not.toBe(403);
});

test("a notice goes to each confirmed owner once, and to nobody else", async () => {
  const [first, second] = [await service.newOrganization(), await service.newOrganization()];
  const owner = await memberOf(service, first.id);
  const plain = await memberOf(service, second.id, { role: "member" });
  expect((await send("/operator/notice", "/operator/notice", { subject: "", text: "x" })).status).toBe(400);
  const sent = await send("/operator/notice", "/operator/notice", {
    subject: "Changes of v1",
    text: "From 1 March on\r\nthere is a v2.",
  });
  expect(sent.text).toMatch(/The notice goes to \d+ owners/);
  await service.services.mail.settled();
  const notices = service.mails.filter(({ subject }) => subject === "Changes of v1");
  expect(notices.filter(({ to }) => to === owner.email)).toHaveLength(1);
  expect(notices.filter(({ to }) => to === plain.email)).toEqual([]);
  expect(new Set(notices.map(({ to }) => to)).size).toBe(notices.length);
  expect(notices[0]?.text).toBe("From 1 March on\nthere is a v2.\n");
});

test("the page tells what waits, how documents ended, and who guesses keys", async () => {
  const own = await service.newOrganization();
  engine.always(failed("password_required"));
  await own.upload();
  engine.always(completed());
  const address = testAddress();
  await service.request("/api/v1/usage", { headers: { Authorization: "Bearer x", "X-Forwarded-For": address } });
  const { text } = await operator.open("/operator");
  expect(text).toMatch(/\d+ password_required/);
  expect(text).toContain("<dt>being checked</dt><dd>0</dd>");
  const group = address
    .split(":")
    .slice(2, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":");
  expect(text).toContain(`2001:db8:${group}</code>`);
});

describe("commands", () => {
  test("reach the running service over a socket of its user alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "assay-run-"));
    const listening = await listenForOperations(service.services, folder);
    try {
      expect((await stat(join(folder, "operations.sock"))).mode & 0o777).toBe(0o600);
      const own = await service.newOrganization({ checks: 1 });
      const { id: organization } = own;
      const made = await askRunning(folder, "key.create", { organization, name: "by command" });
      const listed = (await askRunning(folder, "key.list", { organization })) ?? [];
      expect(listed.find(({ id }) => id === made?.id)).toMatchObject({
        name: "by command",
        createdAt: service.services.clock(),
      });
      expect(await askRunning(folder, "grant", { organization, checks: 4 })).toEqual({ organization, allowance: 5 });
      await askRunning(folder, "suspend", { organization, suspended: true });
      expect((await own.get("/usage")).status).toBe(401);
      await askRunning(folder, "suspend", { organization, suspended: false });
      expect(await askRunning(folder, "health", {})).toMatchObject({ engine: { places: 1 } });
      const refused = askRunning(folder, "key.revoke", { organization: "org_none", id: "key_none" });
      await expect(refused).rejects.toThrow("There is no organization org_none");
      await expect(askRunning(folder, "key.list", {})).rejects.toThrow("Say which organization with --organization");
    } finally {
      await listening?.close();
      await rm(folder, { recursive: true });
    }
    expect(await askRunning(folder, "health", {})).toBeUndefined();
  });

  test("do the same without a service", async () => {
    const { db, clock, mail } = service.services;
    expect(await operate({ db, clock, mail }, "health", {})).toMatchObject({ engine: null });
    const { owners } = await operate({ db, clock, mail }, "notice", { subject: "By command", text: "A text." });
    await mail.settled();
    expect(service.mails.filter(({ subject }) => subject === "By command")).toHaveLength(owners);
  });
});
