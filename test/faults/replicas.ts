// Two replicas as they are run: processes of the compiled program on one PostgreSQL and one DATA_DIR, which a test kills, cuts off
// and starts again; and a client that sends again what was not answered, as the specification advises.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type OpenDatabase, openDatabase } from "../../src/db/open.ts";
import { createKey } from "../../src/keys.ts";
import { createOrganization } from "../../src/organizations.ts";
import type { Document } from "../../src/report.ts";
import { type Line, openLine } from "../db/line.ts";
import { pdf } from "../pdf.ts";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface Replica {
  port: number;
  child: ChildProcess;
  logged(): string;
}

export interface Stage {
  folder: string;
  url: string;
  /** Between the replicas and the database. */
  line: Line;
  /** Past the line: what really stands there. */
  database: OpenDatabase;
  replicas: Replica[];
  /** With the stage's folder as its DATA_DIR, unless another is named. */
  start(dataDir?: string): Promise<Replica>;
  newKeys(checks: number, keys: number): Promise<{ organizationId: string; keys: string[] }>;
  close(): Promise<void>;
}

/** `folder`: where DATA_DIR shall be, if not in a folder of its own; `empty`: the database has no tables yet. */
export async function openStage(
  server: string,
  folder = mkdtempSync(join(tmpdir(), "assay-faults-")),
  { empty = false } = {},
): Promise<Stage> {
  const name = `assay_faults_${randomBytes(8).toString("hex")}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const line = await openLine(url.href);
  const database = empty ? undefined : await openDatabase({ url: url.href });
  const replicas: Replica[] = [];

  function opened(): OpenDatabase {
    if (database === undefined) throw new Error("the database was left empty");
    return database;
  }

  async function start(dataDir = folder): Promise<Replica> {
    const port = await freePort();
    const { PATH = "" } = process.env;
    const env = { PATH, DATA_DIR: dataDir, DATABASE_URL: line.url, PORT: String(port), ENGINE_PROCESSES: "1" };
    const child = spawn(process.execPath, ["--enable-source-maps", MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout?.on("data", (part) => {
      output += part;
    });
    child.stderr?.on("data", (part) => {
      output += part;
    });
    await until(() => output.includes("listens on") || child.exitCode !== null);
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`);
    const replica = { port, child, logged: () => output };
    replicas.push(replica);
    return replica;
  }

  return {
    folder,
    url: url.href,
    line,
    get database() {
      return opened();
    },
    replicas,
    start,
    async newKeys(checks, keys) {
      const services = { db: opened().db, clock: () => new Date() };
      const organizationId = await createOrganization(services, { name: "faults", allowance: checks });
      const made: string[] = [];
      for (let key = 0; key < keys; key++) made.push((await createKey(services, organizationId, `${key}`)).key);
      return { organizationId, keys: made };
    },
    async close() {
      await Promise.all(replicas.map(({ child }) => kill(child)));
      await database?.close();
      await administer(server, `drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

/** The processes that the replica has started: those of its engine. */
export function childrenOf({ child }: Replica): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] === String(child.pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** One try; undefined where nothing came back. */
export async function send(
  replica: Replica | undefined,
  key: string,
  idempotencyKey: string = randomUUID(),
): Promise<{ status: number; body: Document } | undefined> {
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(pdf())], { type: "application/pdf" }), "statement.pdf");
  form.set("external_id", idempotencyKey);
  const headers = { Authorization: `Bearer ${key}`, "Idempotency-Key": idempotencyKey };
  try {
    const url = `http://127.0.0.1:${replica?.port}/api/v1/documents`;
    const answer = await fetch(url, { method: "POST", body: form, headers });
    return { status: answer.status, body: (await answer.json()) as Document };
  } catch {
    return undefined;
  }
}

/** As a good client does: again, with the same key, to whichever replica is there, until it is answered. */
export async function sendUntilAnswered(
  stage: Stage,
  key: string,
  first: number,
): Promise<{ status: number; body: Document }> {
  const idempotencyKey = randomUUID();
  for (let attempt = 0; attempt < 100; attempt++) {
    const there = stage.replicas.filter(({ child }) => child.exitCode === null && child.signalCode === null);
    const answer = await send(there[(first + attempt) % there.length], key, idempotencyKey);
    if (answer && answer.status < 429) return answer;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error("never answered");
}

export async function until(condition: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("it never came to that");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
