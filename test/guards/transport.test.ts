// In production: HTTPS or nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { type ErrorAnswer, multipart, openService, type TestService } from "../harness.ts";

let service: TestService;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine, production: true });
});
afterAll(() => service.close());

const secure = { "X-Forwarded-Proto": "https" };

test.each(["/", "/docs", "/nope", "/api/v1/usage", "/api/v1/openapi.json"])(
  "%s over plain HTTP is refused",
  async (path) => {
    const { status, headers, body } = (await service.request(path)) as ErrorAnswer;
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
    expect(body.error.message).toContain("HTTPS");
    expect(headers.has("Strict-Transport-Security")).toBe(false);
    expect(headers.get("X-Request-Id")).toBe(body.error.request_id);
  },
);

test("an upload with a good key over plain HTTP does nothing, and is not even counted", async () => {
  const organization = await service.newOrganization();
  expect((await organization.upload()).status).toBe(400);
  const { body, headers } = await organization.request("/usage", { headers: secure });
  expect(body).toMatchObject({ used: 0, api_documents: 0 });
  expect(headers.get("RateLimit")).toBe('"key";r=59;t=60');
});

test("over HTTPS everything is answered, with HSTS", async () => {
  const organization = await service.newOrganization();
  const upload = multipart({});
  const { status, headers } = await organization.request("/documents", { method: "POST", ...upload, headers: secure });
  expect(status).toBe(200);
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
});
