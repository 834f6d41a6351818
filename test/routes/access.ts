// The cases of access that every route of the API gets.
import { expect, test } from "vitest";
import { createKey, revokeKey } from "../../src/keys.ts";
import type { ErrorAnswer, TestService } from "../harness.ts";
import { testAddress } from "../harness.ts";

const NEVER_MADE = `ak_live_${"A".repeat(46)}`;

export function describeAccess(open: () => TestService, method: string, path: string): void {
  async function ask(authorization: string | undefined): Promise<ErrorAnswer> {
    const headers = new Headers({ "X-Forwarded-For": testAddress() });
    if (authorization !== undefined) headers.set("Authorization", authorization);
    return (await open().request(`/api/v1${path}`, { method, headers })) as ErrorAnswer;
  }

  function expectUnauthorized(answer: ErrorAnswer): void {
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(answer.headers.get("RateLimit")).toBe('"address";r=59;t=60');
    expect(answer.body.error.code).toBe("unauthorized");
    expect(answer.body.error.request_id).toBe(answer.headers.get("X-Request-Id"));
  }

  test.each([
    ["no key", undefined],
    ["an empty header", ""],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["a scheme without a key", "Bearer "],
    ["a key that is none", "Bearer secret"],
    ["a key that nobody made", `Bearer ${NEVER_MADE}`],
    ["two keys", `Bearer ${NEVER_MADE}, Bearer ${NEVER_MADE}`],
  ])(`${method} ${path} refuses %s`, async (_what, authorization) => {
    expectUnauthorized(await ask(authorization));
  });

  test(`${method} ${path} refuses a key from the moment it is revoked`, async () => {
    const { services } = open();
    const organization = await open().newOrganization();
    const { id, key } = await createKey(services, organization.id, "to be revoked");
    expect((await ask(`Bearer ${key}`)).status).not.toBe(401);
    await revokeKey(services, organization.id, id);
    expectUnauthorized(await ask(`Bearer ${key}`));
  });

  test(`${method} ${path} counts against the key's limit and says so`, async () => {
    const organization = await open().newOrganization();
    const answer = await organization.request(path, { method });
    expect(answer.headers.get("RateLimit-Policy")).toBe('"key";q=60;w=60');
    expect(answer.headers.get("RateLimit")).toBe('"key";r=59;t=60');
    expect(answer.headers.get("X-Request-Id")).toMatch(/^req_[0-9A-Za-z]{24}$/);
  });
}
