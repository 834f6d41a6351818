// What breaks in production, done for real to two replicas on a PostgreSQL: nothing that was acknowledged is lost, nothing is charged
// twice, and what is left goes on.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { documents, organizations } from "../../src/db/schema.ts";
import { childrenOf, kill, openStage, type Stage, send, sendUntilAnswered, until } from "./replicas.ts";

const SERVER = process.env.DATABASE_URL ?? "";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

describe.runIf(SERVER)("two replicas on PostgreSQL", () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(SERVER);
    await stage.start();
    await stage.start();
  });
  afterEach(() => stage.close());

  const rows = (organizationId: string) =>
    stage.database.db.select().from(documents).where(eq(documents.organizationId, organizationId));

  /** Everything ended, each upload is one document with its file, and what was charged is what stands there. */
  async function expectWhole(organizationId: string, uploads: number): Promise<void> {
    await until(async () => (await rows(organizationId)).every(({ status }) => status !== "processing"));
    const all = await rows(organizationId);
    expect(all).toHaveLength(uploads);
    expect(new Set(all.map(({ externalId }) => externalId)).size).toBe(uploads);
    for (const { status, check, storedAs, leasedBy, attempts, errorMessage } of all) {
      expect({ status, check, leasedBy }, `begun ${attempts} times: ${errorMessage}`).toEqual({
        status: "completed",
        check: "spent",
        leasedBy: null,
      });
      expect(existsSync(join(stage.folder, "files", storedAs.slice(0, 2), storedAs))).toBe(true);
    }
    const [organization] = await stage.database.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    expect(organization).toMatchObject({ used: uploads, apiDocuments: uploads });
  }

  test("one is killed in the middle of uploads: the other goes on, and the client's repeats make no second document", async () => {
    const { organizationId, keys } = await stage.newKeys(100, 8);
    const uploads = Array.from({ length: 40 }, (_, at) => sendUntilAnswered(stage, keys[at % 8] ?? "", at));
    await until(async () => (await rows(organizationId)).length >= 8);
    await kill(stage.replicas[0]?.child ?? expect.unreachable());
    const answers = await Promise.all(uploads);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(40);
    await expectWhole(organizationId, 40);
  });

  test("one is stopped in the middle: its uploads are all answered, and it ends well", async () => {
    const { organizationId, keys } = await stage.newKeys(100, 8);
    const [first] = stage.replicas;
    const uploads = Array.from({ length: 30 }, (_, at) => send(first, keys[at % 8] ?? ""));
    await until(async () => (await rows(organizationId)).length >= 4);
    await kill(first?.child ?? expect.unreachable(), "SIGTERM");
    expect(first?.child.exitCode).toBe(0);
    const answered = (await Promise.all(uploads)).filter((answer) => answer !== undefined);
    // A connection that was not yet taken is refused; whoever was charged was answered.
    const accepted = answered.filter(({ status }) => status === 200 || status === 202);
    await expectWhole(organizationId, accepted.length);
  });

  test("the database says nothing for ten seconds: errors within five, and all is well afterwards", async () => {
    const { organizationId, keys } = await stage.newKeys(100, 8);
    const uploads = Array.from({ length: 12 }, (_, at) => sendUntilAnswered(stage, keys[at % 8] ?? "", at));
    await until(async () => (await rows(organizationId)).length >= 2);
    stage.line.silence();
    const began = performance.now();
    const answer = await send(stage.replicas[0], keys[0] ?? "");
    expect([answer?.status, performance.now() - began < 5_000]).toEqual([500, true]);
    await new Promise((resolve) => setTimeout(resolve, 10_000 - (performance.now() - began)));
    stage.line.speak();
    await Promise.all(uploads);
    await expectWhole(organizationId, 12);
  });

  test("the database is cut off and comes back: nothing is lost", async () => {
    const { organizationId, keys } = await stage.newKeys(100, 8);
    const uploads = Array.from({ length: 12 }, (_, at) => sendUntilAnswered(stage, keys[at % 8] ?? "", at));
    await until(async () => (await rows(organizationId)).length >= 2);
    await stage.line.cut();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await stage.line.mend();
    await Promise.all(uploads);
    await expectWhole(organizationId, 12);
  });

  test("the engine's children are killed again and again: documents end, and none twice", async () => {
    const { organizationId, keys } = await stage.newKeys(100, 8);
    let over = false;
    const killer = (async () => {
      for (let times = 0; times < 4 && !over; times++) {
        for (const replica of stage.replicas) for (const pid of childrenOf(replica)) process.kill(pid, "SIGKILL");
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sendUntilAnswered(stage, keys[at % 8] ?? "", at)),
    );
    over = true;
    await killer;
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(20);
    await until(async () => (await rows(organizationId)).every(({ status }) => status !== "processing"));
    // Whose child was killed twice has failed, and is not charged.
    const all = await rows(organizationId);
    const charged = all.filter(({ check }) => check === "spent").length;
    expect(all.filter(({ status }) => status === "completed")).toHaveLength(charged);
    const [organization] = await stage.database.db
      .select()
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    expect(organization).toMatchObject({ used: charged, apiDocuments: 20 });
  });

  test("of 200 uploads over both for the last check, one is a document", async () => {
    const { organizationId, keys } = await stage.newKeys(1, 8);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => send(stage.replicas[at % 2], keys[at % 8] ?? "")),
    );
    const statuses = answers.map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 200 || status === 202)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402)).toHaveLength(199);
    await expectWhole(organizationId, 1);
  });

  test("one Idempotency-Key on both at once is one document, which all are shown", async () => {
    const { organizationId, keys } = await stage.newKeys(10, 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(stage.replicas[at % 2], keys[0] ?? "", "the same")),
    );
    expect(new Set(answers.map((answer) => answer?.body.id)).size).toBe(1);
    await expectWhole(organizationId, 1);
  });

  test("the storage is away for three seconds: uploads are refused and free, what waits is analysed afterwards", async () => {
    const { organizationId, keys } = await stage.newKeys(100, 8);
    const files = join(stage.folder, "files");
    const uploads = Array.from({ length: 12 }, (_, at) => sendUntilAnswered(stage, keys[at % 8] ?? "", at));
    await until(async () => (await rows(organizationId)).length >= 3);
    renameSync(files, `${files}.away`);
    const answer = await send(stage.replicas[0], keys[0] ?? "");
    expect(answer?.status).toBe(500);
    expect((await fetch(`http://127.0.0.1:${stage.replicas[0]?.port}/readyz`)).status).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    rmSync(files, { recursive: true, force: true });
    renameSync(`${files}.away`, files);
    await Promise.all(uploads);
    await expectWhole(organizationId, 12);
  });

  test("a replica with files of its own does not start", async () => {
    const strange = join(stage.folder, "strange");
    await expect(stage.start(strange)).rejects.toThrow("are not those of this database");
  });
});

describe.runIf(SERVER)("a disk that is full", () => {
  test("refuses uploads without a charge, reads on, and takes uploads again when there is room", async ({ skip }) => {
    const disk = mkdtempSync(join(tmpdir(), "assay-full-"));
    const mounted =
      spawnSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], { stdio: "ignore" }).status === 0;
    if (!mounted) return skip("only root mounts");
    const data = join(disk, "data");
    mkdirSync(data);
    const stage = await openStage(SERVER, data);
    try {
      const replica = await stage.start();
      const { organizationId, keys } = await stage.newKeys(10, 1);
      const [key = ""] = keys;
      expect((await send(replica, key))?.status).toBe(200);
      spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "fill")}`, "bs=4k"], { stdio: "ignore" });
      expect((await send(replica, key))?.status).toBe(500);
      const usage = await fetch(`http://127.0.0.1:${replica.port}/api/v1/usage`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(await usage.json()).toMatchObject({ used: 1, api_documents: 1 });
      rmSync(join(disk, "fill"));
      expect((await send(replica, key))?.status).toBe(200);
      expect(await stage.database.db.$count(documents, eq(documents.organizationId, organizationId))).toBe(2);
    } finally {
      await stage.close();
      execFileSync("umount", [disk]);
      rmSync(disk, { recursive: true });
    }
  });
});
