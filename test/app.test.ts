// What holds for every answer: routes and methods, request ids, rate limits, errors of our own, GET /usage, pages.
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests } from "../src/db/schema.ts";
import { ERRORS, ErrorBody } from "../src/errors.ts";
import { createKey, revokeKey } from "../src/keys.ts";
import { Document } from "../src/report.ts";
import { documentExample, errorExample, processingExample, USAGE_EXAMPLE } from "../src/routes/examples.ts";
import { Usage } from "../src/usage.ts";
import { completed, engineByHand } from "./engine-by-hand.ts";
import { type Answer, type ErrorAnswer, openService, type TestService, testAddress } from "./harness.ts";
import { describeAccess } from "./routes/access.ts";

let service: TestService;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
});
afterAll(() => service.close());

describeAccess(() => service, "GET", "/usage");

/** An answer without a key, from an address of its own. */
function anonymous(path: string, init: RequestInit = {}): Promise<Answer> {
  return service.request(path, { ...init, headers: { "X-Forwarded-For": testAddress(), ...init.headers } });
}

/** Bytes straight to the server; what it answers before it closes or falls silent. */
async function raw(bytes: string): Promise<{ status: number; headers: string; body: ErrorBody }> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.write(bytes);
  await expect.poll(() => /\r\n\r\n\{.*\}$/s.test(text)).toBe(true);
  socket.destroy();
  const [headers = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(headers.split(" ")[1]), headers, body: ErrorBody.parse(JSON.parse(body)) };
}

describe("routes", () => {
  test.each([
    "/nope",
    "/api/v1",
    "/api/v1/",
    "/api/v1/document",
    "/api/v1/documents/",
    "/api/v1/documents/a/b",
    "/api/v2/usage",
    "/files/x",
  ])("%s is no route: 404 without a key", async (path) => {
    const { status, body } = (await anonymous(path)) as ErrorAnswer;
    expect([status, body.error.code]).toEqual([404, "not_found"]);
  });

  test.each([
    ["PUT", "/api/v1/documents", "GET, HEAD, POST"],
    ["DELETE", "/api/v1/documents", "GET, HEAD, POST"],
    ["OPTIONS", "/api/v1/documents", "GET, HEAD, POST"],
    ["POST", "/api/v1/documents/doc_1", "DELETE, GET, HEAD"],
    ["PATCH", "/api/v1/documents/doc_1", "DELETE, GET, HEAD"],
    ["POST", "/api/v1/usage", "GET, HEAD"],
    ["POST", "/api/v1/openapi.json", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
    ["PROPFIND", "/api/v1/usage", "GET, HEAD"],
  ])("%s %s is no method of the path: 405 without a key, and what is", async (method, path, allow) => {
    const { status, headers, body } = (await anonymous(path, { method })) as ErrorAnswer;
    expect([status, body.error.code, headers.get("Allow")]).toEqual([405, "method_not_allowed", allow]);
  });

  test("TRACE is refused like any other method", async () => {
    const { status, headers } = await raw("TRACE /api/v1/usage HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect(status).toBe(405);
    expect(headers).toMatch(/x-request-id: req_/i);
  });

  test("HEAD is answered as GET without a body", async () => {
    const organization = await service.newOrganization();
    const { status, body } = await organization.request("/usage", { method: "HEAD" });
    expect([status, body]).toEqual([200, ""]);
  });
});

describe("the request id", () => {
  test("is on every answer, new each time, and never the client's own", async () => {
    const organization = await service.newOrganization();
    const headers = { "X-Request-Id": "req_mine" };
    const answers = [
      await organization.request("/usage", { headers }),
      await organization.request("/documents/none", { headers }),
      await anonymous("/api/v1/usage", { headers }),
      await anonymous("/nope", { headers }),
      await anonymous("/", { headers }),
    ];
    const ids = answers.map((answer) => answer.headers.get("X-Request-Id"));
    for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([
    ["no HTTP at all", "hello\r\n\r\n"],
    ["a header without end", `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(70_000)}\r\n\r\n`],
    ["a target that is no address", "GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a Host that is none", "GET / HTTP/1.1\r\nHost: a b/c\r\n\r\n"],
  ])("is on the answer to %s", async (_what, bytes) => {
    const { status, headers, body } = await raw(bytes);
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
    expect(headers.toLowerCase()).toContain(`x-request-id: ${body.error.request_id?.toLowerCase()}`);
  });

  test.each([
    ["an Expect that nobody knows", "GET /nope HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n\r\n", 404],
    ["CONNECT", "CONNECT example.test:443 HTTP/1.1\r\nHost: example.test\r\n\r\n", 405],
  ])("is on the answer to %s", async (_what, bytes, expected) => {
    const { status, headers, body } = await raw(bytes);
    expect(status).toBe(expected);
    expect(headers.toLowerCase()).toContain(`x-request-id: ${body.error.request_id?.toLowerCase()}`);
  });

  test("goes with headers that let a browser take JSON for nothing but data", async () => {
    const organization = await service.newOrganization();
    for (const { headers } of [
      await organization.request("/usage"),
      await anonymous("/api/v1/usage"),
      await anonymous("/x"),
    ]) {
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  test("of a request with NUL in its path finds it in the organization's log", async () => {
    const organization = await service.newOrganization();
    const { status, headers } = await organization.get("/documents/%00");
    expect(status).toBe(404);
    const id = headers.get("X-Request-Id") ?? "";
    await service.services.requestLog.flush();
    const [row] = await service.services.db.select().from(requests).where(eq(requests.id, id));
    expect(row?.path).toBe("/api/v1/documents/%00");
  });

  test("a request without Host is answered like any other", async () => {
    const { status, body } = await raw("GET /nope HTTP/1.1\r\n\r\n");
    expect([status, body.error.code]).toEqual([404, "not_found"]);
  });

  test("finds the request in the organization's log: what was asked and answered, and nothing personal", async () => {
    const organization = await service.newOrganization();
    const { headers } = await organization.get("/documents?external_id=Anna+Muster&limit=0");
    const id = headers.get("X-Request-Id") ?? "";
    await service.services.requestLog.flush();
    const [row] = await service.services.db.select().from(requests).where(eq(requests.id, id));
    expect(row).toEqual({
      id,
      organizationId: organization.id,
      keyId: organization.keyId,
      method: "GET",
      path: "/api/v1/documents",
      status: 400,
      errorCode: "invalid_request",
      documentId: null,
      milliseconds: expect.any(Number),
      createdAt: service.services.clock(),
    });
  });

  test("is in one line of the service's log, which holds no key, no name and no reference", async () => {
    const organization = await service.newOrganization();
    await organization.upload({ name: "muster-anna.pdf", external_id: "case-of-anna", metadata: '{"iban":"AT61"}' });
    const { headers } = await organization.get("/documents?external_id=case-of-anna");
    const lines = service.logged.filter((line) => line.request_id === headers.get("X-Request-Id"));
    expect(lines).toEqual([
      expect.objectContaining({ event: "request", method: "GET", route: "/api/v1/documents", status: 200, code: null }),
    ]);
    const everything = JSON.stringify(service.logged);
    for (const secret of [organization.key, "muster", "case-of-anna", "AT61"]) expect(everything).not.toContain(secret);
  });
});

describe("the rate limit", () => {
  test("is 60 a minute for a key; beyond it 429 says how long to wait, and the next minute is a new one", async () => {
    const organization = await service.newOrganization();
    for (let left = 59; left >= 0; left--) {
      const { status, headers } = await organization.get("/usage");
      expect([status, headers.get("RateLimit")]).toEqual([200, `"key";r=${left};t=60`]);
    }
    service.advance({ seconds: 12.5 });
    const refused = (await organization.get("/documents")) as unknown as ErrorAnswer;
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
    expect(refused.headers.get("Retry-After")).toBe("48");
    expect(refused.headers.get("RateLimit")).toBe('"key";r=0;t=48');
    expect(refused.headers.get("RateLimit-Policy")).toBe('"key";q=60;w=60');
    service.advance({ seconds: 47.4 });
    expect((await organization.get("/usage")).headers.get("Retry-After")).toBe("1");
    service.advance({ seconds: 0.1 });
    expect((await organization.get("/usage")).headers.get("RateLimit")).toBe('"key";r=59;t=60');
  });

  test("lets exactly 60 of many at once through", async () => {
    const organization = await service.newOrganization();
    const answers = await Promise.all(Array.from({ length: 100 }, () => organization.get("/usage")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test("is each key's own, and a refused upload is not read", async () => {
    const organization = await service.newOrganization();
    const { key } = await createKey(service.services, organization.id, "second");
    for (let count = 0; count < 60; count++) await organization.get("/usage");
    expect((await organization.upload({ file: "no PDF" })).status).toBe(429);
    const other = await organization.request("/usage", { headers: { Authorization: `Bearer ${key}` } });
    expect(other.status).toBe(200);
  });

  test("counts bad keys per address, and never holds up a good one from there", async () => {
    const address = testAddress();
    const ask = (key: string, from = address) =>
      service.request("/api/v1/usage", { headers: { Authorization: `Bearer ${key}`, "X-Forwarded-For": from } });
    for (let count = 0; count < 60; count++) expect((await ask("guess")).status).toBe(401);
    const refused = await ask("guess");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
    // Another host of the same customer network is no way around it; another network has nothing to do with it.
    expect((await ask("guess", address.replace(/::1$/, ":0:0:abcd:2"))).status).toBe(429);
    expect((await ask("guess", testAddress())).status).toBe(401);
    const organization = await service.newOrganization();
    expect((await ask(organization.key)).status).toBe(200);
  });

  test("is told on answers that need no key, without being counted", async () => {
    const headers = { "X-Forwarded-For": testAddress() };
    for (const path of ["/api/v1/nope", "/api/v1/openapi.json", "/api/v1/nope"]) {
      const answer = await service.request(path, { headers });
      expect(answer.headers.get("RateLimit-Policy")).toBe('"address";q=60;w=60');
      expect(answer.headers.get("RateLimit")).toBe('"address";r=60;t=60');
    }
  });
});

describe("errors", () => {
  test("have the status of their code, as the specification pairs them", () => {
    expect(Object.entries(ERRORS).map(([code, { status }]) => `${status} ${code}`)).toEqual([
      "400 invalid_request",
      "400 not_a_pdf",
      "401 unauthorized",
      "402 quota_exceeded",
      "404 not_found",
      "405 method_not_allowed",
      "409 idempotency_key_reused",
      "413 file_too_large",
      "429 rate_limited",
      "500 internal_error",
    ]);
  });

  test("of our own tell the client a request id and nothing else", async () => {
    const organization = await service.newOrganization();
    const { clock } = service.services;
    service.services.clock = () => {
      throw new Error("secret detail");
    };
    const { status, headers, body } = (await organization.get("/usage")) as unknown as ErrorAnswer;
    service.services.clock = clock;
    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        code: "internal_error",
        message: ERRORS.internal_error.meaning,
        request_id: headers.get("X-Request-Id"),
      },
    });
    const line = service.logged.find(({ request_id }) => request_id === body.error.request_id);
    expect(line?.error).toMatch(/^Error\n {4}at .+app\.test/);
    expect(JSON.stringify(service.logged)).not.toContain("secret detail");
  });
});

describe("keys", () => {
  test("are ten at most; revoking one makes room", async () => {
    const organization = await service.newOrganization();
    const made = await Promise.allSettled(
      Array.from({ length: 15 }, () => createKey(service.services, organization.id, "k")),
    );
    const keys = made.filter((result) => result.status === "fulfilled").map(({ value }) => value);
    expect(keys).toHaveLength(9);
    await revokeKey(service.services, organization.id, keys[0]?.id ?? "");
    await createKey(service.services, organization.id, "k");
    await expect(createKey(service.services, organization.id, "k")).rejects.toThrow("at most 10 active keys");
  });

  test("are nowhere in the database", async () => {
    const organization = await service.newOrganization();
    const rows = await service.services.db.query.apiKeys.findMany({
      where: (key, { eq: equal }) => equal(key.organizationId, organization.id),
    });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(organization.key.slice(13));
    expect(organization.key).toMatch(/^ak_live_[0-9A-Za-z]{46}$/);
  });

  test("of another organization cannot be revoked", async () => {
    const [owner, other] = [await service.newOrganization(), await service.newOrganization()];
    await expect(revokeKey(service.services, other.id, owner.keyId)).rejects.toThrow("No such active key");
    expect((await owner.get("/usage")).status).toBe(200);
  });
});

describe("GET /usage", () => {
  test("counts documents that are gone, and what was granted", async () => {
    const organization = await service.newOrganization({ checks: 3 });
    expect(await organization.usage()).toEqual({
      object: "usage",
      allowance: 3,
      used: 0,
      remaining: 3,
      api_documents: 0,
    });
    const { body } = await organization.upload();
    await organization.delete(`/documents/${body.id}`);
    expect(await organization.usage()).toEqual({
      object: "usage",
      allowance: 3,
      used: 1,
      remaining: 2,
      api_documents: 1,
    });
  });
});

describe("pages", () => {
  test("the OpenAPI document is what its golden says, and needs no key", async () => {
    const { status, body } = await anonymous("/api/v1/openapi.json");
    const golden = new URL("./routes/openapi.json", import.meta.url);
    if (process.env.UPDATE) writeFileSync(golden, JSON.stringify(body, null, 2));
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(readFileSync(golden, "utf8")));
  });

  test("the examples of the OpenAPI document are what its schemas say", () => {
    for (const example of [documentExample("https://assay.test"), processingExample("https://assay.test")]) {
      expect(Document.strict().parse(example)).toEqual(example);
    }
    expect(Usage.strict().parse(USAGE_EXAMPLE)).toEqual(USAGE_EXAMPLE);
    const error = errorExample("not_found", "There is none.");
    expect(ErrorBody.parse(error)).toEqual(error);
  });

  test.each([
    ["/", "curl -H"],
    ["/docs", "documents.create"],
  ])("%s is served without a key and asks nothing of anybody else", async (path, content) => {
    const { status, headers, body } = (await anonymous(path)) as Answer<string>;
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(body).toContain(content);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    expect(body).not.toMatch(/<script|<style|<img|\sstyle=|(src|href)="(https?:)?\/\//);
  });

  test("answers of the API are never kept by a cache", async () => {
    const organization = await service.newOrganization();
    expect((await organization.get("/usage")).headers.get("Cache-Control")).toBe("no-store");
  });
});
