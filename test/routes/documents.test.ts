// GET and DELETE /documents: paging, filters, and what other organizations cannot see.

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents } from "../../src/db/schema.ts";
import { createKey } from "../../src/keys.ts";
import type { Document } from "../../src/report.ts";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { type ErrorAnswer, type Organization, openService, type TestService, type Upload } from "../harness.ts";
import { describeAccess } from "./access.ts";

interface List {
  object: "list";
  data: Document[];
  has_more: boolean;
  next_cursor: string | null;
}

let service: TestService;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
});
afterAll(() => service.close());

describeAccess(() => service, "GET", "/documents");
describeAccess(() => service, "GET", "/documents/doc_000000000000000000000000");
describeAccess(() => service, "DELETE", "/documents/doc_000000000000000000000000");

/** Newest first, as the list gives them. */
async function uploadMany(organization: Organization, number: number, upload: Upload = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < number; index++) {
    ids.unshift((await organization.upload(upload)).body.id);
    // Pairs share a moment: a page may end between two documents of the same time.
    if (index % 2) service.advance({ seconds: 1 });
  }
  return ids;
}

async function page(organization: Organization, query: Record<string, string | number> = {}): Promise<List> {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  const { status, body } = await organization.get<List>(`/documents?${text}`);
  expect(status).toBe(200);
  return body;
}

const idsOf = ({ data }: List) => data.map(({ id }) => id);

async function refusal(organization: Organization, query: string): Promise<string> {
  const { status, body } = (await organization.get(`/documents?${query}`)) as unknown as ErrorAnswer;
  expect([status, body.error.code]).toEqual([400, "invalid_request"]);
  return body.error.message;
}

describe("the list", () => {
  test("is empty at first", async () => {
    const organization = await service.newOrganization();
    expect(await page(organization)).toEqual({ object: "list", data: [], has_more: false, next_cursor: null });
  });

  test("has the newest first, 20 a page, each once, and ends without a cursor", async () => {
    const organization = await service.newOrganization();
    const ids = await uploadMany(organization, 41);
    const first = await page(organization);
    const second = await page(organization, { cursor: first.next_cursor ?? "" });
    const third = await page(organization, { cursor: second.next_cursor ?? "" });
    expect([first, second, third].map(idsOf)).toEqual([ids.slice(0, 20), ids.slice(20, 40), ids.slice(40)]);
    expect([first, second, third].map((list) => list.has_more)).toEqual([true, true, false]);
    expect(third.next_cursor).toBeNull();
  });

  test("still shows a document whose findings were lost, with its verdict", async () => {
    const organization = await service.newOrganization();
    const [lost = "", kept] = await uploadMany(organization, 2);
    const { db } = service.services;
    await db.update(documents).set({ signals: null, signalsStored: true }).where(eq(documents.id, lost));
    const list = await page(organization);
    expect(idsOf(list)).toEqual([lost, kept]);
    expect(list.data[0]).toMatchObject({ status: "completed", verdict: list.data[1]?.verdict });
    expect((await organization.get(`/documents/${lost}`)).status).toBe(200);
  });

  test("has no further page when the last one is full", async () => {
    const organization = await service.newOrganization();
    await uploadMany(organization, 3);
    expect(await page(organization, { limit: 3 })).toMatchObject({ has_more: false, next_cursor: null });
  });

  test("neither repeats nor skips when documents come and go between two pages", async () => {
    const organization = await service.newOrganization();
    const ids = await uploadMany(organization, 9);
    const first = await page(organization, { limit: 3 });
    // The last of the page, one before it and one after it go; a new one comes.
    for (const index of [2, 0, 4]) await organization.delete(`/documents/${ids[index]}`);
    await uploadMany(organization, 1);
    const second = await page(organization, { limit: 3, cursor: first.next_cursor ?? "" });
    expect(idsOf(second)).toEqual([ids[3], ids[5], ids[6]]);
    const third = await page(organization, { limit: 3, cursor: second.next_cursor ?? "" });
    expect(idsOf(third)).toEqual([ids[7], ids[8]]);
  });

  test("shows only documents with the external_id that is asked for", async () => {
    const organization = await service.newOrganization();
    const external_id = "Kunde 7/ä & Söhne";
    const ids = await uploadMany(organization, 3, { external_id });
    await uploadMany(organization, 2, { external_id: "other" });
    await uploadMany(organization, 1);
    const first = await page(organization, { external_id, limit: 2 });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(idsOf(await page(organization, { external_id, cursor: first.next_cursor ?? "" }))).toEqual(ids.slice(2));
    expect(idsOf(await page(organization, { external_id: "nobody's" }))).toEqual([]);
    expect((await page(organization, { external_id: "" })).data).toHaveLength(6);
  });

  test("is the same for every key of the organization", async () => {
    const organization = await service.newOrganization();
    const { body } = await organization.upload();
    const { key } = await createKey(service.services, organization.id, "second");
    const { body: list } = await organization.request("/documents", { headers: { Authorization: `Bearer ${key}` } });
    expect(idsOf(list as List)).toEqual([body.id]);
  });
});

describe("limit", () => {
  test.each([1, 100])("may be %i", async (limit) => {
    const organization = await service.newOrganization();
    await uploadMany(organization, 2);
    expect((await page(organization, { limit })).data).toHaveLength(Math.min(limit, 2));
  });

  test.each(["0", "101", "-1", "1.5", "1e1", "ten", "", " 5", "99999999999999999999"])(
    "may not be %j",
    async (limit) => {
      const organization = await service.newOrganization();
      expect(await refusal(organization, `limit=${encodeURIComponent(limit)}`)).toContain("limit");
    },
  );
});

describe("external_id in the query", () => {
  test("may have 191 characters and no more", async () => {
    const organization = await service.newOrganization();
    await page(organization, { external_id: "😀".repeat(191) });
    expect(await refusal(organization, `external_id=${"x".repeat(192)}`)).toContain("external_id");
  });

  test("may not hold NUL", async () => {
    expect(await refusal(await service.newOrganization(), "external_id=a%00b")).toContain("external_id");
  });
});

describe("a cursor", () => {
  async function validCursor(organization: Organization): Promise<string> {
    await uploadMany(organization, 2);
    return (await page(organization, { limit: 1 })).next_cursor ?? "";
  }

  test("that was changed anywhere is invalid", async () => {
    const organization = await service.newOrganization();
    const cursor = await validCursor(organization);
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === "A" ? "B" : "A";
      const changed = cursor.slice(0, index) + other + cursor.slice(index + 1);
      expect(await refusal(organization, `cursor=${changed}`)).toContain("cursor");
      service.advance({ seconds: 2 });
    }
  });

  test.each(["x", "null", "AAAA", "%00", "a".repeat(5000)])("that never was one is invalid: %j", async (cursor) => {
    expect(await refusal(await service.newOrganization(), `cursor=${cursor}`)).toContain("cursor");
  });

  test("that is empty is none", async () => {
    const organization = await service.newOrganization();
    await uploadMany(organization, 1);
    const { status, body } = await organization.get<{ data: unknown[] }>("/documents?cursor=");
    expect([status, body.data.length]).toEqual([200, 1]);
  });

  test("of another organization is invalid", async () => {
    const cursor = await validCursor(await service.newOrganization());
    expect(await refusal(await service.newOrganization(), `cursor=${cursor}`)).toContain("cursor");
  });
});

describe("another organization's document", () => {
  test("looks like one that never existed, and stays", async () => {
    const [owner, other] = [await service.newOrganization(), await service.newOrganization()];
    const { body } = await owner.upload();
    for (const method of ["GET", "DELETE"]) {
      const foreign = (await other.request(`/documents/${body.id}`, { method })) as ErrorAnswer;
      const unknown = (await other.request("/documents/doc_000000000000000000000000", { method })) as ErrorAnswer;
      for (const answer of [foreign, unknown]) answer.body.error.request_id = "";
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
    expect((await page(other)).data).toEqual([]);
    expect((await owner.get(`/documents/${body.id}`)).status).toBe(200);
  });
});

test.each(["%00", "doc_%00", "..", "a%2Fb", "%ff", "x".repeat(3000)])(
  "a document id that none can have is not found: %s",
  async (id) => {
    const organization = await service.newOrganization();
    for (const method of ["GET", "DELETE"]) {
      const { status } = await organization.request(`/documents/${id}`, { method });
      expect([404, 405]).toContain(status);
    }
  },
);
