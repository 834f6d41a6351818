// Documents as their own queue: taken once, taken up again when their worker died, left as they were by a stop.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documents } from "../../src/db/schema.ts";
import { LEASE_MILLISECONDS, renewLease, takeDocument } from "../../src/documents/lease.ts";
import type { Services } from "../../src/services.ts";
import { completed, type EngineByHand, engineByHand } from "../engine-by-hand.ts";
import { type Organization, openService, type TestService } from "../harness.ts";

const LEASE_SECONDS = LEASE_MILLISECONDS / 1000;

let engine: EngineByHand;
let service: TestService;
let services: Services;

beforeAll(async () => {
  engine = engineByHand();
  service = await openService({ engine });
  services = service.services;
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.stopAnalysis();
  await services.db.delete(documents);
});

async function waiting(number = 1): Promise<{ organization: Organization; ids: string[] }> {
  const organization = await service.newOrganization();
  const ids: string[] = [];
  for (let index = 0; index < number; index++) {
    const { body } = await service.withWait(0, () => organization.upload());
    ids.push(body.id);
  }
  return { organization, ids };
}

async function row(id: string | undefined) {
  const [found] = await services.db
    .select()
    .from(documents)
    .where(eq(documents.id, id ?? ""));
  return found;
}

describe("a waiting document", () => {
  test("is taken once, the oldest first, however many ask", async () => {
    const { ids } = await waiting(3);
    const leases = await Promise.all([1, 2, 3, 4, 5].map(() => takeDocument(services)));
    const taken = leases.filter((lease) => lease !== undefined).map(({ documentId }) => documentId);
    expect(taken.sort()).toEqual(ids.sort());
    expect(new Set(leases.map((lease) => lease?.token)).size).toBe(4);
  });

  test("is analysed as soon as it has arrived, two at once and the next when one has ended", async () => {
    service.startAnalysis();
    const { organization, ids } = await waiting(3);
    const [first, second] = [await engine.next(), await engine.next()];
    expect((await row(ids[2]))?.attempts).toBe(0);
    first.end(completed());
    (await engine.next()).end(completed());
    second.end(completed());
    for (const id of ids) {
      await expect.poll(async () => (await organization.get(`/documents/${id}`)).body.status).toBe("completed");
    }
  });
});

test("signers are judged at the time the upload came, however late its analysis begins", async () => {
  const { ids } = await waiting();
  const came = (await row(ids[0]))?.createdAt;
  service.advance({ seconds: 3600 });
  service.startAnalysis();
  const analysis = await engine.next();
  expect(came).toBeInstanceOf(Date);
  expect(analysis.received).toEqual(came);
  analysis.end(completed());
});

describe("a lease", () => {
  test("that is not renewed runs out, and another worker takes the document", async () => {
    await waiting();
    const first = await takeDocument(services);
    await service.ageLeases({ seconds: LEASE_SECONDS - 5 });
    expect(await takeDocument(services)).toBeUndefined();
    await service.ageLeases({ seconds: 5 });
    const second = await takeDocument(services);
    expect(second).toMatchObject({ documentId: first?.documentId, attempts: 2 });
    expect(second?.token).not.toBe(first?.token);
  });

  test("that is renewed holds on; one that was lost cannot be", async () => {
    await waiting();
    const lease = await takeDocument(services);
    if (!lease) throw new Error("nothing was taken");
    await service.ageLeases({ seconds: LEASE_SECONDS - 5 });
    expect(await renewLease(services, lease)).toBe(true);
    await service.ageLeases({ seconds: LEASE_SECONDS - 5 });
    expect(await takeDocument(services)).toBeUndefined();
    await service.ageLeases({ seconds: 5 });
    await takeDocument(services);
    expect(await renewLease(services, lease)).toBe(false);
  });
});

describe("a worker", () => {
  test("that died in the middle costs its document nothing but time", async () => {
    const { organization, ids } = await waiting();
    // Taken and never heard of again, as after kill -9.
    await takeDocument(services);
    await service.ageLeases({ seconds: LEASE_SECONDS });
    service.startAnalysis();
    (await engine.next()).end(completed());
    await expect.poll(async () => (await organization.get(`/documents/${ids[0]}`)).body.status).toBe("completed");
    expect(await organization.usage()).toMatchObject({ used: 1 });
  });

  test("whose lease was taken over cannot settle the document: one result, one check", async () => {
    const { organization, ids } = await waiting();
    service.startAnalysis();
    const slow = await engine.next();
    // The worker itself would take it again at its next look.
    const other = await services.db.transaction(async (db) => {
      await service.ageLeases({ seconds: LEASE_SECONDS }, db);
      return takeDocument({ ...services, db });
    });
    expect(other?.documentId).toBe(ids[0]);
    slow.end(completed({ verdict: "unsupported", score: null }));
    await service.stopAnalysis();
    expect(await row(ids[0])).toMatchObject({ status: "processing", check: "reserved", leasedBy: other?.token });
    expect(await organization.usage()).toMatchObject({ used: 1 });
  });

  test("that finds a file which took the service down three times fails it and gives the check back", async () => {
    const { organization, ids } = await waiting();
    for (let beginning = 0; beginning < 3; beginning++) {
      await takeDocument(services);
      await service.ageLeases({ seconds: LEASE_SECONDS });
    }
    service.startAnalysis();
    await expect.poll(async () => (await organization.get(`/documents/${ids[0]}`)).body.status).toBe("failed");
    const { body } = await organization.get(`/documents/${ids[0]}`);
    expect(body.error?.code).toBe("engine_error");
    expect(await organization.usage()).toMatchObject({ used: 0, api_documents: 1 });
  });

  test("that cannot find the file fails the document instead of trying for ever", async () => {
    const { organization, ids } = await waiting();
    await services.storage.remove((await row(ids[0]))?.storedAs ?? "");
    service.startAnalysis();
    await expect.poll(async () => (await organization.get(`/documents/${ids[0]}`)).body.status).toBe("failed");
    expect((await organization.get(`/documents/${ids[0]}`)).body.error?.code).toBe("engine_error");
  });
});

test("a stop cuts analyses short, gives their documents back at once, and does not count", async () => {
  const { ids } = await waiting();
  service.startAnalysis();
  const analysis = await engine.next();
  await service.stopAnalysis();
  expect(analysis.aborted).toBe(true);
  expect(await row(ids[0])).toMatchObject({ status: "processing", leasedBy: null, leaseEndsAt: null, attempts: 0 });
  service.startAnalysis();
  (await engine.next()).end(completed());
  await expect.poll(async () => (await row(ids[0]))?.status).toBe("completed");
});

test("another replica's end is noticed by a waiting upload", async () => {
  const organization = await service.newOrganization();
  const answer = organization.upload();
  await expect.poll(async () => (await organization.usage()).used).toBe(1);
  // Settled elsewhere: the row changes, and no event comes by.
  await services.db
    .update(documents)
    .set({ status: "completed", verdict: "inconclusive", signals: "[]" })
    .where(eq(documents.organizationId, organization.id));
  expect((await answer).body.status).toBe("completed");
});

test("a database that is away for a moment stops nothing for good", async () => {
  const { ids } = await waiting();
  const { db } = services;
  services.db = new Proxy(db, {
    get() {
      throw new Error("away");
    },
  });
  service.startAnalysis();
  await expect.poll(() => service.logged.some(({ event }) => event === "taking_failed")).toBe(true);
  services.db = db;
  (await engine.next()).end(completed());
  await expect.poll(async () => (await row(ids[0]))?.status).toBe("completed");
});
