// The client against a real service: what it sends is stored once whatever happens on the way, and what it says of a fault
// is what happened.
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ApiError, Assay, ConnectionError, type Document } from "../../client/src/index.ts";
import { completed, type EngineByHand, engineByHand } from "../engine-by-hand.ts";
import { type Organization, openService, type TestService } from "../harness.ts";
import { pdf } from "../pdf.ts";

let engine: EngineByHand;
let service: TestService;
let organization: Organization;

beforeAll(async () => {
  engine = engineByHand();
  service = await openService({ engine });
});
afterAll(() => service.close());
beforeEach(async () => {
  engine.always(completed());
  organization = await service.newOrganization({ checks: 20 });
});

type Fault = "before" | "after" | number | { status: number; retryAfter?: string; body?: string };

/** A client whose first requests meet these faults: cut before the service sees them, cut after, or answered in its place. */
function client(faults: Fault[] = [], settings: { retries?: number } = {}) {
  const waits: number[] = [];
  const keys: (string | null)[] = [];
  const faulty: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get("idempotency-key"));
    const fault = faults.shift();
    if (fault === "before") throw new TypeError("fetch failed");
    if (typeof fault === "number") return answer({ status: fault });
    if (typeof fault === "object") return answer(fault);
    const response = await fetch(input, init);
    if (fault === "after") throw new TypeError("socket hang up");
    return response;
  };
  const sleep = async (milliseconds: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    waits.push(milliseconds);
    await setTimeout(20);
  };
  const assay = new Assay({ key: organization.key, url: service.url, fetch: faulty, sleep, ...settings });
  return { assay, waits, keys };
}

function answer({ status, retryAfter, body }: { status: number; retryAfter?: string; body?: string }): Response {
  const error = { error: { code: "internal_error", message: "Down." } };
  return new Response(body ?? JSON.stringify(error), {
    status,
    headers: retryAfter ? { "retry-after": retryAfter } : {},
  });
}

const file = () => new Blob([Uint8Array.from(pdf())]);

async function all(documents: AsyncIterable<Document>): Promise<Document[]> {
  const found = [];
  for await (const document of documents) found.push(document);
  return found;
}

describe("an upload", () => {
  test("carries name, reference and data, and comes back ended", async () => {
    const { assay } = client();
    const sent = {
      file: file(),
      name: "bürö.pdf",
      externalId: "case-7",
      metadata: { desk: "a", deep: [1, { b: null }] },
    };
    const document = await assay.check(sent);
    expect(document).toMatchObject({ status: "completed", external_id: "case-7", metadata: sent.metadata });
    expect(document.file.name).toBe("bürö.pdf");
    expect(await assay.document(document.id)).toEqual(document);
  });

  test.each([
    ["bytes", () => Uint8Array.from(pdf())],
    ["an ArrayBuffer", () => Uint8Array.from(pdf()).buffer],
    ["a File, with its name", () => new File([Uint8Array.from(pdf())], "document.pdf")],
  ])("may be %s", async (_, bytes) => {
    const { file: stored } = await client().assay.upload({ file: bytes() });
    expect([stored.name, stored.size_bytes]).toEqual(["document.pdf", pdf().length]);
  });

  test.each<[string, Fault[]]>([
    ["cut before it arrives", ["before", "before"]],
    ["cut before its answer does", ["after", "after"]],
    ["met by a gateway", [502, 503, 504]],
    ["met by a page of a proxy", [{ status: 503, body: "<html>" }]],
  ])("%s is sent again, stored once and charged once", async (_, faults) => {
    const many = faults.length;
    const { assay, keys, waits } = client(faults);
    await assay.upload({ file: file() });
    expect(await assay.usage()).toMatchObject({ used: 1, api_documents: 1 });
    expect(new Set(keys.slice(0, many + 1)).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(waits).toHaveLength(many);
  });

  test("with a key of one's own is the same document from another client", async () => {
    const upload = { file: file(), idempotencyKey: "order-17" };
    expect((await client().assay.upload(upload)).id).toBe((await client().assay.upload(upload)).id);
  });
});

describe("waiting", () => {
  test("asks until the analysis has ended, as often as the service wishes", async () => {
    engine.always(undefined);
    const { assay, waits } = client();
    const sent = await service.withWait(10, () => assay.upload({ file: file() }));
    expect(sent.status).toBe("processing");
    const ended = assay.wait(sent.id);
    await expect.poll(() => waits.length).toBeGreaterThan(1);
    expect(waits[0]).toBe(3000);
    (await engine.next()).end(completed());
    expect((await ended).status).toBe("completed");
  });

  test("ends with the time it was given", async () => {
    engine.always(undefined);
    const { assay } = client();
    const sent = await service.withWait(10, () => assay.upload({ file: file() }));
    await expect(assay.wait(sent.id, { timeoutMilliseconds: 1000 })).rejects.toThrow(/still processing after 1000 ms/);
    (await engine.next()).end(completed());
  });
});

test("the list is gone through page by page, by reference", async () => {
  const { assay, keys } = client();
  for (let i = 0; i < 5; i++) await assay.upload({ file: file(), externalId: i % 2 ? "odd" : "even" });
  const before = keys.length;
  expect(await all(assay.documents({ pageSize: 2 }))).toHaveLength(5);
  expect(keys.length - before).toBe(3);
  expect((await all(assay.documents({ externalId: "odd" }))).map(({ external_id }) => external_id)).toEqual([
    "odd",
    "odd",
  ]);
});

test("a deletion whose answer was lost is one", async () => {
  const { id } = await client().assay.upload({ file: file() });
  expect(await client(["after"]).assay.delete(id)).toEqual({ id, object: "document", deleted: true });
  await expect(client().assay.delete(id)).rejects.toMatchObject({ code: "not_found" });
});

describe("a fault", () => {
  test.each<[string, () => Promise<unknown>, object]>([
    ["a wrong key", () => new Assay({ key: "wrong", url: service.url }).usage(), { status: 401, code: "unauthorized" }],
    ["no document", () => client().assay.document("doc_x/../y"), { status: 404, code: "not_found" }],
    ["no PDF", () => client().assay.upload({ file: new Blob(["a note"]) }), { status: 400, code: "not_a_pdf" }],
  ])("%s is an ApiError with code and request, and is not tried again", async (_, ask, expected) => {
    const error = await ask().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ ...expected, requestId: expect.stringMatching(/^req_/) });
  });

  test("a 429 is waited for as long as it says", async () => {
    const { assay, waits } = client([{ status: 429, retryAfter: "7" }]);
    await assay.usage();
    expect(waits).toEqual([7000]);
  });

  test("tries end, and the last fault is told", async () => {
    const { assay, waits } = client(["before", "before", "before"], { retries: 2 });
    await expect(assay.usage()).rejects.toMatchObject({ name: "ConnectionError", cause: { message: "fetch failed" } });
    expect(waits).toHaveLength(2);
    await expect(client([500], { retries: 0 }).assay.usage()).rejects.toMatchObject({ code: "internal_error" });
  });

  test("an answer that is none of assay is said to be none", async () => {
    const { assay } = client(
      [
        { status: 200, body: "<html>" },
        { status: 404, body: "<html>" },
      ],
      { retries: 0 },
    );
    await expect(assay.usage()).rejects.toBeInstanceOf(ConnectionError);
    await expect(assay.usage()).rejects.toBeInstanceOf(ConnectionError);
  });

  test("an abort rejects with its reason, also between two tries", async () => {
    const { assay } = client();
    await expect(assay.usage({ signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
    const controller = new AbortController();
    const waiting = new Assay({ key: "x", url: service.url, fetch: () => Promise.reject(new TypeError("down")) });
    void setTimeout(20).then(() => controller.abort("later"));
    await expect(waiting.usage({ signal: controller.signal })).rejects.toBe("later");
  });
});
