// Idempotency-Key and quota: what repeated and simultaneous uploads create and cost.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { submitDocument } from "../../src/documents/submit.ts";
import { ApiError } from "../../src/errors.ts";
import { completed, type EngineByHand, engineByHand } from "../engine-by-hand.ts";
import { type Answer, type ErrorAnswer, openService, type TestService, type Upload } from "../harness.ts";
import { pdf } from "../pdf.ts";

let engine: EngineByHand;
let service: TestService;

beforeAll(async () => {
  engine = engineByHand();
  service = await openService({ engine });
});
afterAll(() => service.close());
beforeEach(() => engine.always(completed()));

const idempotencyKey = "0b6a1c1e-order-17";

async function storedFiles(): Promise<number> {
  let number = 0;
  for await (const _file of service.services.storage.list()) number++;
  return number;
}

function codeOf(answer: Answer): [number, string] {
  return [answer.status, (answer as ErrorAnswer).body.error.code];
}

test("a commit whose answer is lost keeps the document, its file and its check; the repeat is shown it", async () => {
  const organization = await service.newOrganization({ checks: 5 });
  const { db } = service.services;
  service.services.db = new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name, target);
      return async (work: Parameters<typeof db.transaction>[0]) => {
        await db.transaction(work);
        throw new Error("Connection terminated unexpectedly");
      };
    },
  });
  const upload = { idempotencyKey: "lost-answer", external_id: "lost" };
  expect(codeOf(await organization.upload(upload))).toEqual([500, "internal_error"]);
  service.services.db = db;
  const repeat = await organization.upload(upload);
  await expect
    .poll(async () => (await organization.get(`/documents/${repeat.body.id}`)).body)
    .toMatchObject({ status: "completed", external_id: "lost" });
  expect(await organization.usage()).toMatchObject({ used: 1, api_documents: 1 });
});

describe("the same key", () => {
  test("and the same upload: the first document, charged once", async () => {
    const organization = await service.newOrganization({ checks: 5 });
    const upload = { idempotencyKey, external_id: "a", metadata: '{"x": 1, "y": [1.0]}' };
    const first = await organization.upload(upload);
    service.advance({ hours: 24, seconds: -1 });
    const again = await organization.upload(upload);
    expect([again.status, again.body]).toEqual([200, first.body]);
    // White space and the order of keys are no difference in what the metadata says; a file name is none in the file.
    const rewritten = await organization.upload({ ...upload, metadata: '{"y":[1.0],"x":1}', name: "b.pdf" });
    expect(rewritten.body).toEqual(first.body);
    expect(await organization.usage()).toMatchObject({ used: 1, api_documents: 1 });
  });

  test.each<[string, Upload]>([
    ["file", { file: pdf({ text: "other" }) }],
    ["external_id", { external_id: "b" }],
    ["metadata", { metadata: '{"x":2}' }],
  ])("and another %s: 409, nothing stored or charged", async (_what, change) => {
    const organization = await service.newOrganization({ checks: 5 });
    const upload = { idempotencyKey, external_id: "a", metadata: '{"x":1}' };
    await organization.upload(upload);
    expect(codeOf(await organization.upload({ ...upload, ...change }))).toEqual([409, "idempotency_key_reused"]);
    expect(await organization.usage()).toMatchObject({ used: 1, api_documents: 1 });
  });

  test("after 24 hours: forgotten, a new document", async () => {
    const organization = await service.newOrganization({ checks: 5 });
    const first = await organization.upload({ idempotencyKey });
    service.advance({ hours: 24 });
    const next = await organization.upload({ idempotencyKey, external_id: "b" });
    expect(next.status).toBe(200);
    expect(next.body.id).not.toBe(first.body.id);
    expect((await organization.upload({ idempotencyKey, external_id: "b" })).body.id).toBe(next.body.id);
    expect(await organization.usage()).toMatchObject({ used: 2, api_documents: 2 });
  });

  test("of another organization: nothing to do with it", async () => {
    const [one, other] = [await service.newOrganization(), await service.newOrganization()];
    const first = await one.upload({ idempotencyKey });
    expect((await other.upload({ idempotencyKey, external_id: "b" })).body.id).not.toBe(first.body.id);
  });

  test("after its document was deleted: forgotten with it", async () => {
    const organization = await service.newOrganization();
    const first = await organization.upload({ idempotencyKey });
    await organization.delete(`/documents/${first.body.id}`);
    const next = await organization.upload({ idempotencyKey, external_id: "b" });
    expect(next.status).toBe(200);
    expect(next.body.id).not.toBe(first.body.id);
  });

  test("while the first is still processing: the same document as it stands", async () => {
    engine.always(undefined);
    const organization = await service.newOrganization();
    const first = await service.withWait(0, () => organization.upload({ idempotencyKey }));
    const analysis = await engine.next();
    const again = await organization.upload({ idempotencyKey });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual(first.body);
    analysis.end(completed());
    await expect.poll(async () => (await organization.upload({ idempotencyKey })).status).toBe(200);
  });

  test("in many requests at once: one document, and every answer shows it", async () => {
    const before = await storedFiles();
    const organization = await service.newOrganization({ checks: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => organization.upload({ idempotencyKey })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    for (const { status } of answers) expect([200, 202]).toContain(status);
    expect(await organization.usage()).toMatchObject({ used: 1, api_documents: 1 });
    expect(await storedFiles()).toBe(before + 1);
  });

  test("in many requests at once for different files: one document, the others refused", async () => {
    const organization = await service.newOrganization({ checks: 5 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => organization.upload({ idempotencyKey, external_id: `${index}` })),
    );
    expect(answers.filter(({ status }) => status !== 409)).toHaveLength(1);
    expect(await organization.usage()).toMatchObject({ used: 1, api_documents: 1 });
  });

  test("is answered even when no checks are left", async () => {
    const organization = await service.newOrganization({ checks: 1 });
    const first = await organization.upload({ idempotencyKey });
    expect((await organization.upload({ idempotencyKey })).body).toEqual(first.body);
    expect(codeOf(await organization.upload({ idempotencyKey: "another" }))).toEqual([402, "quota_exceeded"]);
  });

  test("after a refusal: not used up", async () => {
    const organization = await service.newOrganization({ checks: 5 });
    expect((await organization.upload({ idempotencyKey, file: "no PDF" })).status).toBe(400);
    expect((await organization.upload({ idempotencyKey })).status).toBe(200);
  });
});

describe("the length of a key", () => {
  test.each([1, 255])("may be %i", async (length) => {
    const organization = await service.newOrganization();
    expect((await organization.upload({ idempotencyKey: "k".repeat(length) })).status).toBe(200);
  });

  test.each([0, 256])("may not be %i: refused before the body is looked at", async (length) => {
    const organization = await service.newOrganization();
    const answer = await organization.upload({ idempotencyKey: "k".repeat(length), file: "no PDF" });
    expect(codeOf(answer)).toEqual([400, "invalid_request"]);
    expect((answer as unknown as ErrorAnswer).body.error.message).toContain("Idempotency-Key");
  });
});

describe("with no checks left", () => {
  test("an upload is refused and nothing stored; reading, listing and deleting keep working", async () => {
    const organization = await service.newOrganization({ checks: 1 });
    const { body } = await organization.upload();
    expect(codeOf(await organization.upload())).toEqual([402, "quota_exceeded"]);
    expect(await organization.usage()).toEqual({
      object: "usage",
      allowance: 1,
      used: 1,
      remaining: 0,
      api_documents: 1,
    });
    expect((await organization.get(`/documents/${body.id}`)).status).toBe(200);
    expect((await organization.get<{ data: unknown[] }>("/documents")).body.data).toHaveLength(1);
    expect((await organization.delete(`/documents/${body.id}`)).status).toBe(200);
    expect(codeOf(await organization.upload())).toEqual([402, "quota_exceeded"]);
  });

  test("storage is not even asked", async () => {
    const organization = await service.newOrganization({ checks: 0 });
    const { storage } = service.services;
    service.services.storage = { ...storage, put: () => Promise.reject(new Error("asked")) };
    expect(codeOf(await organization.upload())).toEqual([402, "quota_exceeded"]);
    service.services.storage = storage;
  });

  test("a body that is wrong is told so first", async () => {
    const organization = await service.newOrganization({ checks: 0 });
    expect(codeOf(await organization.upload({ file: "no PDF" }))).toEqual([400, "not_a_pdf"]);
    expect(codeOf(await organization.upload())).toEqual([402, "quota_exceeded"]);
  });

  test("of 1,000 uploads at once for the last check one is a document, 999 are refused", {
    timeout: 120_000,
  }, async () => {
    const organization = await service.newOrganization({ checks: 1 });
    const results = await Promise.allSettled(
      Array.from({ length: 1000 }, async (_, index) => {
        const path = join(service.services.uploads, `parallel-${index}`);
        await writeFile(path, pdf());
        const file = { path, name: "a.pdf", sizeBytes: 1, sha256: "0".repeat(64), externalId: null, metadata: null };
        return submitDocument(service.services, organization.id, { ...file, idempotencyKey: null, source: "api" });
      }),
    );
    const refusals = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refusals).toHaveLength(999);
    for (const { reason } of refusals) expect(reason).toEqual(new ApiError("quota_exceeded"));
    expect(await organization.usage()).toMatchObject({ used: 1, remaining: 0, api_documents: 1 });
    expect((await organization.get<{ data: unknown[] }>("/documents")).body.data).toHaveLength(1);
  });
});
