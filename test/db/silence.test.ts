// A PostgreSQL that says nothing, is cut off or comes back: answers within five seconds, and all is well afterwards.
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ErrorBody } from "../../src/errors.ts";
import { completed, type EngineByHand, engineByHand } from "../engine-by-hand.ts";
import { type Organization, openService, type TestService } from "../harness.ts";
import type { Line } from "./line.ts";

/** What the API promises. */
const BOUND = 5_000;
const NEVER = 600_000;

let engine: EngineByHand;
let service: TestService;
let organization: Organization;
let line: Line;

// The embedded database is in this process: it cannot be away.
describe.runIf(process.env.DATABASE_URL)("PostgreSQL", () => {
  beforeAll(async () => {
    engine = engineByHand();
    service = await openService({ engine });
    organization = await service.newOrganization();
    if (service.line === undefined) throw new Error("there is no line");
    line = service.line;
  });
  afterAll(() => service.close());
  beforeEach(() => engine.always(completed()));
  afterEach(async () => {
    line.speak();
    await expect.poll(async () => (await organization.request("/usage")).status, { timeout: 10_000 }).toBe(200);
  });

  async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
    const began = performance.now();
    return { result: await work, milliseconds: performance.now() - began };
  }

  test("that does not answer is an internal_error within five seconds, on every route", async () => {
    const { body } = await organization.upload();
    line.silence();
    const asked = [
      organization.request("/usage"),
      organization.request("/documents"),
      organization.request(`/documents/${body.id}`),
      organization.request(`/documents/${body.id}`, { method: "DELETE" }),
      organization.upload<ErrorBody>(),
      organization.request("/usage", { headers: { Authorization: "Bearer wrong" } }),
    ];
    const answers = await Promise.all(asked.map(timed));
    for (const { result, milliseconds } of answers) {
      expect([result.status, (result.body as ErrorBody).error.code]).toEqual([500, "internal_error"]);
      expect(result.headers.get("X-Request-Id")).toMatch(/^req_/);
      expect(milliseconds).toBeLessThan(BOUND);
    }
  });

  test("that falls silent in the middle of an upload costs neither a check nor the document", async () => {
    engine.always(undefined);
    const before = await organization.usage();
    const answer = service.withWait(NEVER, () => organization.upload<ErrorBody>());
    const analysis = await engine.next();
    line.silence();
    const { result, milliseconds } = await timed(answer);
    expect([result.status, result.body.error.code]).toEqual([500, "internal_error"]);
    expect(milliseconds).toBeLessThan(BOUND + 1_000);
    line.speak();
    analysis.end(completed());
    await expect
      .poll(async () => (await organization.get<{ data: { status: string }[] }>("/documents")).body.data[0]?.status, {
        timeout: 20_000,
      })
      .toBe("completed");
    expect((await organization.usage()).used).toBe(before.used + 1);
  });

  test("that is cut off and comes back is found again at once", async () => {
    await line.cut();
    const { result, milliseconds } = await timed(organization.request("/usage"));
    expect(result.status).toBe(500);
    expect(milliseconds).toBeLessThan(BOUND);
    await line.mend();
    const back = await timed(
      expect.poll(async () => (await organization.request("/usage")).status, { timeout: 10_000 }).toBe(200),
    );
    expect(back.milliseconds).toBeLessThan(2_000);
  });

  test("is heard again after it was cut off: a replica's work still wakes this one", async () => {
    const other = await service.openReplica({ engine: engineByHand() });
    try {
      await line.cut();
      await line.mend();
      await expect.poll(async () => (await organization.request("/usage")).status, { timeout: 10_000 }).toBe(200);
      const heard = new Promise<string>((resolve) => service.services.events.once("ended", resolve));
      await expect
        .poll(
          async () => {
            other.services.events.emit("ended", "doc_told");
            return Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 50, undefined))]);
          },
          { timeout: 5_000 },
        )
        .toBe("doc_told");
    } finally {
      await other.close();
    }
  });

  test("ends a statement that waits for a lock by itself, and other connections go on meanwhile", async () => {
    const { db } = service.services;
    let release = () => {};
    const held = db.transaction(async (transaction) => {
      await transaction.execute(sql`select 1 from organizations where id = ${organization.id} for update`);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const waiting = timed(organization.upload<ErrorBody>());
    await expect.poll(async () => (await organization.request("/usage")).status).toBe(200);
    const { result, milliseconds } = await waiting;
    expect([result.status, milliseconds < BOUND]).toEqual([500, true]);
    release();
    await held;
  });
});
