// A backup that was never restored is none: made beside a running service, damaged, restored elsewhere, and read there.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { documents } from "../../src/db/schema.ts";
import { freePort, kill, openStage, type Replica, type Stage, send, until } from "../faults/replicas.ts";
import { pdf } from "../pdf.ts";

const SERVER = process.env.DATABASE_URL ?? "";
const script = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
/** The client's version is the server's or later, where Debian has put it. */
const { PATH = "" } = process.env;
const there = spawnSync("pg_dump", ["--version"]).status === 0;
const path = there ? PATH : `${PATH}:${spawnSync("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin"]).stdout}`.trim();

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

describe.runIf(SERVER)("a backup of a service on PostgreSQL", () => {
  let here: Stage;
  let elsewhere: Stage;
  let folder: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "assay-backup-"));
    here = await openStage(SERVER);
    elsewhere = await openStage(SERVER, join(folder, "data"), { empty: true });
  });
  afterEach(async () => {
    await elsewhere.close();
    await here.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (name: string, stage: Stage) =>
    spawnSync(script(name), [join(folder, "backup")], {
      env: { PATH: path, DATABASE_URL: stage.url, DATA_DIR: stage.folder },
      encoding: "utf8",
    });

  const get = async (replica: Replica, key: string, at: string) =>
    (
      await fetch(`http://127.0.0.1:${replica.port}/api/v1${at}`, { headers: { Authorization: `Bearer ${key}` } })
    ).json();

  test("is restored elsewhere with documents, files, keys and checks, and goes on from there", async () => {
    const replica = await here.start();
    const { organizationId, keys } = await here.newKeys(10, 1);
    const [key = ""] = keys;
    for (let upload = 0; upload < 3; upload++) expect((await send(replica, key))?.status).toBe(200);
    const before = (await get(replica, key, "/documents")) as { data: { id: string; report_url: string }[] };
    expect(run("backup.sh", here)).toMatchObject({ status: 0, stderr: "" });
    // Never over what is there.
    expect(run("backup.sh", here)).toMatchObject({ status: 1, stderr: expect.stringContaining("is there already") });
    expect(run("restore.sh", here)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("nothing was changed"),
    });

    expect(run("restore.sh", elsewhere)).toMatchObject({ status: 0 });
    const restored = await elsewhere.start();
    const after = (await get(restored, key, "/documents")) as typeof before;
    // Its address is another one.
    const told = ({ data }: typeof before) => data.map(({ report_url: _, ...document }) => document);
    expect(told(after)).toEqual(told(before));
    expect(await get(restored, key, "/usage")).toMatchObject({ used: 3, remaining: 7 });
    const rows = await here.database.db.select().from(documents).where(eq(documents.organizationId, organizationId));
    for (const { storedAs } of rows) {
      const file = join(elsewhere.folder, "files", storedAs.slice(0, 2), storedAs);
      expect(execFileSync("cat", [file])).toEqual(Buffer.from(pdf()));
    }
    expect((await send(restored, key))?.status).toBe(200);
  });

  test("that was damaged is refused before anything is touched", async () => {
    await here.start();
    expect(run("backup.sh", here).status).toBe(0);
    appendFileSync(join(folder, "backup", "files.tar"), "x");
    expect(run("restore.sh", elsewhere)).toMatchObject({ status: 1, stderr: expect.stringContaining("is damaged") });
    expect(existsSync(join(elsewhere.folder, "files"))).toBe(false);
  });
});

test("a backup of the embedded database is made while its service is stopped, and restored elsewhere", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-backup-"));
  const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
  const environment = (data: string) => ({ PATH: path, DATA_DIR: join(folder, data) });
  const run = (name: string, data: string) =>
    spawnSync(script(name), [join(folder, "backup")], { env: environment(data), encoding: "utf8" });
  const command = (data: string, ...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { env: environment(data), encoding: "utf8" });
  try {
    expect(run("backup.sh", "data")).toMatchObject({ status: 1, stderr: expect.stringContaining("set DATA_DIR") });
    // A service makes the storage with its mark.
    await startOnce(join(folder, "data"));
    expect(command("data", "key", "create", "--name", "kept").status).toBe(0);
    expect(run("backup.sh", "data")).toMatchObject({ status: 0, stderr: "" });
    expect(run("restore.sh", "restored")).toMatchObject({ status: 0, stderr: "" });
    expect(command("restored", "key", "list").stdout).toContain("kept");
    await startOnce(join(folder, "restored"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A whole start and a whole stop. */
async function startOnce(DATA_DIR: string): Promise<void> {
  const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
  const env = { PATH, DATA_DIR, PORT: String(await freePort()), ENGINE_PROCESSES: "1" };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  await until(() => output.includes("listens on") || child.exitCode !== null);
  await kill(child, "SIGTERM");
  expect(child.exitCode).toBe(0);
}
