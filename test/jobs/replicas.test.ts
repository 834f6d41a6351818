// Two replicas on one database and one storage: what happens in one is known to the other at once, and their clocks may differ.
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeDocument } from "../../src/documents/lease.ts";
import { completed, type EngineByHand, engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";

const NEVER = 600_000;
/** Well below the second after which either would look by itself. */
const AT_ONCE = 500;

let engines: { first: EngineByHand; second: EngineByHand };
let first: TestService;
let second: TestService;

beforeAll(async () => {
  engines = { first: engineByHand(), second: engineByHand() };
  first = await openService({ engine: engines.first });
  second = await first.openReplica({ engine: engines.second });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

async function milliseconds(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

test("an upload here wakes the takers there, and their end answers it here", async () => {
  await first.stopAnalysis();
  const organization = await first.newOrganization();
  const times: number[] = [];
  // By chance the other's own look may fall into the moment once, but not five times.
  for (let upload = 0; upload < 5; upload++) {
    const answer = first.withWait(NEVER, () => organization.upload());
    const began = performance.now();
    (await engines.second.next()).end(completed());
    expect((await answer).body.status).toBe("completed");
    times.push(performance.now() - began);
  }
  first.startAnalysis();
  expect(Math.max(...times)).toBeLessThan(AT_ONCE);
});

test("a deletion here stops the analysis there", async () => {
  await first.stopAnalysis();
  const organization = await first.newOrganization();
  const { body } = await first.withWait(0, () => organization.upload());
  const analysis = await engines.second.next();
  await organization.delete(`/documents/${body.id}`);
  await expect.poll(() => analysis.aborted, { timeout: AT_ONCE, interval: 20 }).toBe(true);
  first.startAnalysis();
});

test("a replica whose clock is ahead takes nothing that another holds", async () => {
  await Promise.all([first.stopAnalysis(), second.stopAnalysis()]);
  const organization = await first.newOrganization();
  await first.withWait(0, () => organization.upload());
  expect(await takeDocument(first.services)).toMatchObject({ attempts: 1 });
  second.advance({ seconds: 40 });
  expect(await takeDocument(second.services)).toBeUndefined();
  await first.ageLeases({ seconds: 15 });
  expect(await takeDocument(second.services)).toMatchObject({ attempts: 2 });
});

test("both answer a stop, and uploads of one are not hurried by the other's", async () => {
  first.startAnalysis();
  second.startAnalysis();
  const organization = await first.newOrganization();
  const answer = first.withWait(NEVER, () => organization.upload());
  await expect.poll(async () => (await organization.usage()).used).toBe(1);
  second.sayStopping();
  first.sayStopping();
  expect(await milliseconds(answer)).toBeLessThan(5_000);
  expect((await answer).status).toBe(202);
});
