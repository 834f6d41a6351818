// First starts that race: one organization, one key, one owner.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureFirstKey, ensureLocalOwner } from "../../src/accounts/first-start.ts";
import { memberships, users } from "../../src/db/people.ts";
import { apiKeys, organizations } from "../../src/db/schema.ts";
import { engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";

let services: TestService[];

beforeAll(async () => {
  const first = await openService({ engine: engineByHand() });
  const others = [1, 2].map(() => first.openReplica({ engine: engineByHand() }));
  services = [first, ...(await Promise.all(others))];
});
afterAll(async () => {
  for (const service of services.toReversed()) await service.close();
});

test("of processes that start together on an empty database, one makes the key", async () => {
  const made = await Promise.all(
    services.flatMap(({ services }) => [ensureFirstKey(services, 100), ensureFirstKey(services, 100)]),
  );
  expect(made.filter((key) => key !== undefined)).toHaveLength(1);
  await Promise.all(services.map(({ services }) => ensureLocalOwner(services)));
  const { db } = services[0]?.services ?? expect.unreachable();
  for (const table of [organizations, apiKeys, users, memberships]) {
    expect(await db.select().from(table)).toHaveLength(1);
  }
  expect(await ensureFirstKey({ db, clock: () => new Date() }, 100)).toBeUndefined();
});
