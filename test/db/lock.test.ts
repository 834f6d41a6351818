// One process at a time in the folder of the embedded database.
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockFolder } from "../../src/db/lock.ts";

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-lock-"));
  path = join(folder, "lock");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const never = () => {
  throw new Error("the lock was lost");
};

/** Another process that takes the lock and keeps it until it is killed. */
async function holder(): Promise<ChildProcess> {
  const module = JSON.stringify(new URL("../../src/db/lock.ts", import.meta.url).href);
  const script = `const { lockFolder } = await import(${module});
    await lockFolder(${JSON.stringify(path)}, () => process.exit(7));
    console.log("held");
    setInterval(() => {}, 1000);`;
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await new Promise((held, failed) => {
    child.stdout?.once("data", held);
    child.once("exit", failed);
  });
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

function rewrite(change: Record<string, unknown>): void {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
}

test("is given back, and leaves nothing", async () => {
  const lock = await lockFolder(path, never);
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
  await (await lockFolder(path, never)).release();
});

test("a second process is told who holds it, and never takes it from a live one", async () => {
  const child = await holder();
  await expect(lockFolder(path, never)).rejects.toThrow(`in use by process ${child.pid}, since`);
  // Stopped is not dead.
  child.kill("SIGSTOP");
  utimesSync(path, new Date(0), new Date(0));
  await expect(lockFolder(path, never)).rejects.toThrow(`in use by process ${child.pid}`);
});

test("is taken over at once from a process that was killed", async () => {
  const child = await holder();
  await killed(child);
  await (await lockFolder(path, never)).release();
  expect(await readdir(folder)).toEqual([]);
});

describe("of several that find a dead one's lock, one gets it", () => {
  test.each(["", "also where another died taking it over"])("%s", async (heir) => {
    const child = await holder();
    await killed(child);
    if (heir) copyFileSync(path, `${path}.heir`);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(path, never)));
    const locks = results.filter((result) => result.status === "fulfilled").map(({ value }) => value);
    expect(locks).toHaveLength(1);
    for (const { reason } of results.filter((result) => result.status === "rejected")) {
      expect(String(reason)).toContain(`in use by process ${process.pid}, since`);
    }
    await locks[0]?.release();
    expect(await readdir(folder)).toEqual([]);
  });
});

test.skipIf(process.platform !== "linux")("a later process with the same pid is not its holder", async () => {
  await holder();
  rewrite({ started: "1" });
  await (await lockFolder(path, never)).release();
});

test("a holder in another container counts as alive for as long as its lock file is touched", async () => {
  await holder();
  // Its pid means nothing here.
  rewrite({ world: "elsewhere", pid: 2 ** 22 + 1 });
  await expect(lockFolder(path, never)).rejects.toThrow("in another container or on another machine: elsewhere");
  utimesSync(path, new Date(0), new Date(0));
  await (await lockFolder(path, never)).release();
});

test("a process whose lock file is not its own any more is told to stop", async () => {
  const child = await holder();
  const status = new Promise((resolve) => child.once("exit", resolve));
  rewrite({ token: "somebody else's" });
  expect(await status).toBe(7);
});
