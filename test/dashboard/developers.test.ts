// The developers' pages: keys are shown once and revoked at once, requests are found again, the quick start runs.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examples } from "../../src/dashboard/developers/quick-start.tsx";
import { listBadKeys } from "../../src/requests.ts";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { type Organization, openService, type TestService, testAddress } from "../harness.ts";
import { pdf } from "../pdf.ts";
import { memberOf, type Visitor } from "./visitor.ts";

let service: TestService;
let own: Organization;
let other: Organization;
let member: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine, browsable: true });
  own = await service.newOrganization();
  other = await service.newOrganization();
  member = await memberOf(service, own.id);
  stranger = await memberOf(service, other.id);
});
afterAll(() => service.close());

const keyIn = (text: string) => /<code id="new-key">(ak_live_\w{46})<\/code>/.exec(text)?.[1] ?? "";
const usageBy = (key: string) => service.request("/api/v1/usage", { headers: { Authorization: `Bearer ${key}` } });

async function makeKey(name: string): Promise<{ key: string; id: string }> {
  await member.open("/developers/keys");
  const { text } = await member.submit("/developers/keys", { name });
  const row =
    text
      .split("<tr>")
      .slice(1)
      .find((one) => one.includes(`<bdi>${name}</bdi>`)) ?? "";
  return { key: keyIn(text), id: /keys\/(key_\w+)\/revoke/.exec(row)?.[1] ?? "" };
}

describe("a key", () => {
  test("is shown once, works, shows when it was used, and stops with its revocation", async () => {
    const { key, id } = await makeKey("billing");
    expect((await usageBy(key)).status).toBe(200);
    const list = (await member.open("/developers/keys")).text;
    expect(list).not.toContain(key);
    expect(list).toContain(`${key.slice(0, 12)}…`);
    const used = service.services.clock().toISOString().slice(0, 16).replace("T", " ");
    expect(list.split("<tr>").find((row) => row.includes("billing"))).toContain(`${used} UTC`);

    expect((await member.open(`/developers/keys/${id}/revoke`)).text).toContain("works no longer at once");
    expect((await member.submit(`/developers/keys/${id}/revoke`)).location).toBe("/developers/keys");
    expect((await usageBy(key)).status).toBe(401);
    expect((await member.open(`/developers/keys/${id}/revoke`)).status).toBe(404);
    expect((await member.open("/developers/keys")).text).toContain("Revoked");
  });

  test("needs a name, and a name is text whatever it holds", async () => {
    await member.open("/developers/keys");
    const refused = await member.submit("/developers/keys", { name: " \u202e " });
    expect([refused.status, keyIn(refused.text)]).toEqual([400, ""]);
    const { text } = await member.submit("/developers/keys", { name: "<img src=x onerror=alert(1)>" });
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(text).not.toContain("<img");
  });

  test("is one of ten at most, and the page says so", async () => {
    const full = await service.newOrganization();
    const visitor = await memberOf(service, full.id);
    await visitor.open("/developers/keys");
    for (let made = 1; made < 9; made++) await visitor.submit("/developers/keys", { name: `key ${made}` });
    const { text: before } = await visitor.open("/developers/keys");
    expect(before).toContain("Make a key");
    expect((await visitor.submit("/developers/keys", { name: "tenth" })).text).toContain("at most 10 active keys");
    expect((await visitor.open("/developers/keys")).text).not.toContain("Make a key");
  });

  test("of another organization can neither be seen nor revoked", async () => {
    const { key, id } = await makeKey("private");
    expect((await stranger.open("/developers/keys")).text).not.toContain("private");
    expect((await stranger.open(`/developers/keys/${id}/revoke`)).status).toBe(404);
    const { text } = await stranger.open("/developers/keys");
    const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const forged = await stranger.ask(`/developers/keys/${id}/revoke`, {
      method: "POST",
      body: new URLSearchParams({ form_token }),
      headers: { Origin: service.url },
    });
    expect(forged.status).toBe(404);
    expect((await usageBy(key)).status).toBe(200);
  });
});

describe("the request log", () => {
  test("finds a request by its id, with its document; a deleted one is told", async () => {
    const upload = await own.upload();
    const id = upload.headers.get("X-Request-Id") ?? "";
    const found = (await member.open(`/developers/requests?id=${id}`)).text;
    expect(found).toContain(id);
    expect(found).toContain(`href="/documents/${upload.body.id}"`);
    await own.delete(`/documents/${upload.body.id}`);
    const gone = (await member.open(`/developers/requests?id=${id}`)).text;
    expect(gone).toContain('<span class="soft">deleted</span>');
    expect(gone).not.toContain(`href="/documents/${upload.body.id}"`);
    expect((await stranger.open(`/developers/requests?id=${id}`)).text).not.toContain(`<code>${id}</code>`);
  });

  test("is filtered by key, status, error and day, and tells what is no filter", async () => {
    const mine = await service.newOrganization();
    const visitor = await memberOf(service, mine.id);
    const good = (await mine.get("/usage")).headers.get("X-Request-Id") ?? "";
    const missing = (await mine.get("/documents/none")).headers.get("X-Request-Id") ?? "";
    const wrong = (await mine.get("/documents?limit=0")).headers.get("X-Request-Id") ?? "";
    const shown = async (query: string) => {
      const { text } = await visitor.open(`/developers/requests?${query}`);
      return [good, missing, wrong].map((id) => text.includes(`<code>${id}</code>`));
    };
    const today = service.services.clock().toISOString().slice(0, 10);
    expect(await shown("")).toEqual([true, true, true]);
    expect(await shown("status=4")).toEqual([false, true, true]);
    expect(await shown("status=404")).toEqual([false, true, false]);
    expect(await shown("error=invalid_request")).toEqual([false, false, true]);
    expect(await shown(`key=${mine.keyId}&from=${today}&until=${today}`)).toEqual([true, true, true]);
    expect(await shown(`key=${own.keyId}`)).toEqual([false, false, false]);
    expect(await shown("until=2001-01-01")).toEqual([false, false, false]);
    expect((await visitor.open("/developers/requests?id=7")).text).toContain("An X-Request-Id is req_");
    expect((await visitor.open("/developers/requests?from=2026-02-31")).text).toContain("A day is written as");
  });

  test("goes on where a page ends", async () => {
    const mine = await service.newOrganization();
    const visitor = await memberOf(service, mine.id);
    const ids: string[] = [];
    for (let count = 0; count < 53; count++) {
      ids.push((await mine.get("/usage")).headers.get("X-Request-Id") ?? "");
      service.advance({ seconds: 1 });
    }
    const first = await visitor.open("/developers/requests?status=200");
    const next = /href="(\/developers\/requests\?[^"]*after=[^"]*)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&");
    const second = await visitor.open(next ?? "");
    const on = ({ text }: { text: string }) => ids.filter((id) => text.includes(`<code>${id}</code>`));
    expect([on(first).length, on(second)]).toEqual([50, ids.slice(0, 3)]);
    expect(second.text).not.toContain("Older requests");
  });

  test("ends after thirty days", async () => {
    const mine = await service.newOrganization();
    const visitor = await memberOf(service, mine.id);
    const id = (await mine.get("/usage")).headers.get("X-Request-Id") ?? "";
    service.advance({ days: 29 });
    expect((await visitor.open("/developers/requests")).text).toContain(`<code>${id}</code>`);
    service.advance({ days: 1.1 });
    expect((await visitor.open("/developers/requests")).text).not.toContain(`<code>${id}</code>`);
  });
});

test("requests with a bad key are counted by address", async () => {
  const address = testAddress();
  for (let count = 0; count < 3; count++) {
    await service.request("/api/v1/usage", { headers: { Authorization: "Bearer guess", "X-Forwarded-For": address } });
  }
  const counted = await listBadKeys(service.services, 100);
  const network = address.replace(/:(0*)([0-9a-f]+)/g, ":$2").split("::")[0];
  expect(counted.find((row) => row.address === network)).toMatchObject({ requests: 3 });
});

describe("the quick start", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "assay-quick-"));
    await writeFile(join(folder, "document.pdf"), pdf());
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each([0, 1, 2])("example %i runs as it stands", async (index) => {
    const example = examples(service.url)[index];
    if (example === undefined) throw new Error("there is no such example");
    expect((await member.open("/developers/quick-start")).text).toContain(example.file);
    await writeFile(join(folder, example.file), example.code);
    const mine = await service.newOrganization();
    const env = { PATH: process.env.PATH ?? "", ASSAY_KEY: mine.key };
    const { stdout } = await promisify(execFile)("sh", ["-c", example.run], { cwd: folder, env });
    expect(stdout).toContain("inconclusive");
    expect(await mine.usage()).toMatchObject({ used: 1, api_documents: 1 });
  });
});
