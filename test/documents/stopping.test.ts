// A stop while uploads are under way: whoever was charged is answered, however far the upload had come.
import { afterEach, beforeEach, expect, test } from "vitest";
import { engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";

const NEVER = 600_000;

let service: TestService;
beforeEach(async () => {
  service = await openService({ engine: engineByHand() });
});
afterEach(() => service.close());

test("a stop answers an upload that waits for its analysis", async () => {
  const organization = await service.newOrganization();
  const answer = service.withWait(NEVER, () => organization.upload());
  await expect.poll(async () => (await organization.usage()).used).toBe(1);
  service.sayStopping();
  expect((await answer).status).toBe(202);
});

test("a stop answers uploads that are stored and charged only after it was said", async () => {
  const organization = await service.newOrganization();
  const { storage } = service.services;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let held = 0;
  service.services.storage = {
    ...storage,
    async put(name, path) {
      held++;
      await opened;
      await storage.put(name, path);
    },
  };
  await service.withWait(NEVER, async () => {
    const answers = Array.from({ length: 8 }, () => organization.upload());
    await expect.poll(() => held).toBe(8);
    service.sayStopping();
    open();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(new Array(8).fill(202));
  });
  expect(await organization.usage()).toMatchObject({ used: 8 });
});
