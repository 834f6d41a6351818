// One organization's load does not hold up another's: rounds of the queue, failures on limits, uploads under way.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { documents } from "../../src/db/schema.ts";
import { takeDocument } from "../../src/documents/lease.ts";
import type { ErrorBody } from "../../src/errors.ts";
import { UPLOADS_AT_ONCE } from "../../src/guards/uploads.ts";
import { OVER_LIMITS } from "../../src/rates.ts";
import { completed, type EngineByHand, engineByHand, failed } from "../engine-by-hand.ts";
import { type Organization, openService, type TestService } from "../harness.ts";

let engine: EngineByHand;
let service: TestService;

beforeAll(async () => {
  engine = engineByHand();
  service = await openService({ engine });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.stopAnalysis();
  engine.always(undefined);
  await service.services.db.delete(documents);
});

const send = (organization: Organization, number: number) =>
  service.withWait(0, async () => {
    for (let index = 0; index < number; index++) await organization.upload();
  });

/** Whose documents are taken next, in order; each stays with its worker. */
async function taken(number: number, names: Map<string, string>): Promise<string> {
  let order = "";
  for (let index = 0; index < number; index++) {
    order += names.get((await takeDocument(service.services))?.organizationId ?? "") ?? "-";
  }
  return order;
}

async function organizations(letters: string): Promise<[Organization[], Map<string, string>]> {
  const made = await Promise.all([...letters].map(() => service.newOrganization()));
  return [made, new Map(made.map(({ id }, index) => [id, letters[index] ?? ""]))];
}

test("takers go round the organizations, and within one by order of arrival", async () => {
  const [[a, b, c], names] = await organizations("abc");
  if (!a || !b || !c) throw new Error("three were made");
  await send(a, 8);
  await send(b, 1);
  await send(c, 3);
  expect(await taken(12, names)).toBe("abcacacaaaaa");
  expect(await taken(1, names)).toBe("-");
});

test("who comes later than a long queue waits for one round of it, not for its end", async () => {
  const [[a, b], names] = await organizations("ab");
  if (!a || !b) throw new Error("two were made");
  await send(a, 10);
  expect(await taken(4, names)).toBe("aaaa");
  await send(b, 3);
  expect(await taken(9, names)).toBe("abababaaa");
});

test("who was alone for long has neither credit nor debt when another comes", async () => {
  const [[a, b], names] = await organizations("ab");
  if (!a || !b) throw new Error("two were made");
  for (let round = 0; round < 10; round++) {
    await send(a, 1);
    expect(await taken(1, names)).toBe("a");
  }
  await send(b, 3);
  await send(a, 3);
  const order = await taken(6, names);
  expect(order.slice(0, 4).split("").sort().join("")).toBe("aabb");
});

test("files that go over the engine's limits are free of charge, but only so many an hour", async () => {
  const [[greedy, other]] = await organizations("gx");
  if (!greedy || !other) throw new Error("two were made");
  service.startAnalysis();
  engine.always(failed("engine_error", "The analysis needed more than 1024 MiB of memory and was stopped."));
  for (let index = 0; index < OVER_LIMITS.requests; index++) {
    expect((await greedy.upload()).body.error?.code).toBe("engine_error");
  }
  const refused = await greedy.upload<ErrorBody>();
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
  expect(refused.body.error.message).toContain("went over the limits of the analysis");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3500);
  // Nothing was stored or charged, reading goes on, and nobody else is held up.
  expect(await greedy.usage()).toMatchObject({ used: 0, api_documents: OVER_LIMITS.requests });
  engine.always(completed());
  expect((await other.upload()).status).toBe(200);
  service.advance({ hours: 1 });
  expect((await greedy.upload()).status).toBe(200);
});

test("other failures are nobody's fault and count nothing", async () => {
  const organization = await service.newOrganization();
  service.startAnalysis();
  engine.always(failed("password_required"));
  for (let index = 0; index <= OVER_LIMITS.requests; index++) expect((await organization.upload()).status).toBe(200);
});

test("of one key so many uploads are under way at once; the next is told to wait, and another key is not", async () => {
  const [[one, other]] = await organizations("ab");
  if (!one || !other) throw new Error("two were made");
  service.startAnalysis();
  const open = Array.from({ length: UPLOADS_AT_ONCE }, () => one.upload());
  await expect.poll(async () => (await one.usage()).used, { interval: 200, timeout: 10_000 }).toBe(UPLOADS_AT_ONCE);
  const refused = await one.upload<ErrorBody>();
  expect([refused.status, refused.body.error.code, refused.headers.get("Retry-After")]).toEqual([
    429,
    "rate_limited",
    "1",
  ]);
  expect((await service.withWait(0, () => other.upload())).status).toBe(202);
  engine.always(completed());
  for (let index = 0; index < 2; index++) (await engine.next()).end(completed());
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual(new Array(UPLOADS_AT_ONCE).fill(200));
  expect((await one.upload()).status).toBe(200);
});
