// Storage that is away for a moment, and storage that stays away.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patient } from "../../src/storage/patient.ts";
import { type Storage, StorageError } from "../../src/storage/storage.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fails so often, with that code, and then gives what it holds. */
function failing(times: number, code: string, mark: string | null = "left"): { storage: Storage; asked: () => number } {
  let asked = 0;
  async function read(): Promise<string> {
    asked += 1;
    if (asked <= times) throw Object.assign(new Error(code), { code });
    return "held";
  }
  const storage = {
    readMark: async () => mark ?? undefined,
    readText: read,
    readBytes: read,
    lend: async (_name: string, work: (path: string) => Promise<unknown>) => work(await read()),
  };
  return { storage: patient(storage as unknown as Storage), asked: () => asked };
}

const work = vi.fn(async (path: string) => path);
const READS: [string, (storage: Storage) => Promise<unknown>][] = [
  ["readText", (storage) => storage.readText("x")],
  ["readBytes", (storage) => storage.readBytes("x")],
  ["lend", (storage) => storage.lend("x", work)],
];

async function settled(asking: Promise<unknown>): Promise<unknown> {
  const end = asking.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return end;
}

test.each(READS)("%s that fails is tried again", async (_name, read) => {
  expect(await settled(read(failing(3, "EIO").storage))).toBe("held");
});

test.each(READS)("%s that keeps failing says that the storage is at fault, and why", async (_name, read) => {
  const { storage, asked } = failing(99, "EIO");
  const error = await settled(read(storage));
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({ cause: { code: "EIO" } });
  expect(asked()).toBe(4);
});

test.each(READS)("%s of what is not there says so, after one more look", async (_name, read) => {
  const { storage, asked } = failing(99, "ENOENT");
  expect(await settled(read(storage))).toMatchObject({ code: "ENOENT" });
  expect(asked()).toBe(2);
});

test.each(READS)("%s where not even the mark is left is the storage's fault", async (_name, read) => {
  const { storage, asked } = failing(99, "ENOENT", null);
  expect(await settled(read(storage))).toBeInstanceOf(StorageError);
  expect(asked()).toBe(4);
});

test("what the borrower does wrong is not done again", async () => {
  const { storage, asked } = failing(0, "");
  const wrong = async () => Promise.reject(Object.assign(new Error("mine"), { code: "EIO" }));
  expect(await settled(storage.lend("x", wrong))).toMatchObject({ message: "mine" });
  expect(asked()).toBe(1);
});
