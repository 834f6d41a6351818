// What is past its days goes, with its files; what is not stays.
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documents, idempotencyKeys, rateWindows, requests } from "../../src/db/schema.ts";
import { sweep } from "../../src/jobs/sweep.ts";
import type { Services } from "../../src/services.ts";
import { completed, engineByHand, signal } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";

let service: TestService;
let services: Services;

beforeAll(async () => {
  const engine = engineByHand();
  const signals = Array.from({ length: 1000 }, () => signal({ evidence: "long enough for a file of its own" }));
  engine.always(completed({ signals }));
  service = await openService({ engine });
  services = service.services;
});
afterAll(() => service.close());

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** All but the mark of the storage, which stays. */
const files = async () => (await filesIn(join(service.folder, "files"))).filter((name) => name !== "storage-mark");

test("documents go after 30 days, the request log after 30, Idempotency-Keys after one, rate windows after a minute", async () => {
  const organization = await service.newOrganization();
  await organization.upload({ idempotencyKey: "k" });
  await services.requestLog.flush();
  expect(await files()).toHaveLength(2);

  service.advance({ hours: 24, seconds: -1 });
  await sweep(services);
  expect(await services.db.select().from(idempotencyKeys)).toHaveLength(1);
  expect(await services.db.select().from(rateWindows)).toEqual([]);
  service.advance({ seconds: 1 });
  await sweep(services);
  expect(await services.db.select().from(idempotencyKeys)).toEqual([]);

  service.advance({ days: 29, seconds: -1 });
  await sweep(services);
  expect(await services.db.select().from(documents)).toHaveLength(1);
  expect(await services.db.select().from(requests)).toHaveLength(1);
  service.advance({ seconds: 1 });
  await sweep(services);
  expect(await services.db.select().from(documents)).toEqual([]);
  expect(await services.db.select().from(requests)).toEqual([]);
  expect(await files()).toEqual([]);
});

test("a document that never ended goes like any other", async () => {
  await service.stopAnalysis();
  const organization = await service.newOrganization();
  await service.withWait(0, () => organization.upload());
  service.advance({ days: 30 });
  await sweep(services);
  expect(await services.db.select().from(documents)).toEqual([]);
  expect(await files()).toEqual([]);
  service.startAnalysis();
});

test("a file without a row goes after an hour, one with a row stays", async () => {
  const organization = await service.newOrganization();
  await organization.upload();
  const kept = await files();
  for (const name of ["a".repeat(32), `${"b".repeat(32)}.signals`]) {
    const path = join(services.uploads, "orphan");
    await writeFile(path, "x");
    await services.storage.put(name, path);
  }
  const [young, old] = [join(services.uploads, "young"), join(services.uploads, "old")];
  await writeFile(young, "x");
  await writeFile(old, "x");
  const now = services.clock().getTime();
  await utimes(old, new Date(now), new Date(now - 3_600_000));
  await utimes(young, new Date(now), new Date(now - 3_599_000));
  for (const name of await files()) await touch(name, new Date(now - 3_599_000));
  await sweep(services);
  expect(await files()).toHaveLength(kept.length + 2);
  expect(await filesIn(services.uploads)).toEqual(["young"]);
  for (const name of await files()) await touch(name, new Date(now - 3_600_000));
  await sweep(services);
  expect((await files()).sort()).toEqual(kept.sort());
});

test("one sweep that fails does not keep the others from running", async () => {
  const organization = await service.newOrganization();
  await organization.upload();
  service.advance({ days: 31 });
  const { storage } = services;
  services.storage = {
    ...storage,
    // biome-ignore lint/correctness/useYield: it fails before there is anything to yield.
    list: async function* () {
      throw new Error("the disk is gone");
    },
  };
  await sweep(services);
  services.storage = storage;
  expect(service.logged.find(({ event }) => event === "sweep_failed")).toMatchObject({ sweep: "sweepFiles" });
  expect(await services.db.select().from(documents)).toEqual([]);
});

async function touch(name: string, time: Date): Promise<void> {
  await utimes(join(service.folder, "files", name.slice(0, 2), name), time, time);
}
