// A whole service for one test file: real server, real database (PGlite in memory, or a PostgreSQL database of its own
// when DATABASE_URL is set), files in a temporary folder, and a clock that stands still until a test moves it.
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { BlockList, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { buildApp } from "../src/app.ts";
import type { Notices } from "../src/db/notices.ts";
import { type Database, type OpenDatabase, openDatabase } from "../src/db/open.ts";
import { documents } from "../src/db/schema.ts";
import type { WholeEngine } from "../src/engine/engine.ts";
import type { ErrorBody } from "../src/errors.ts";
import { newEvents, shareEvents } from "../src/events.ts";
import { type Job, startAnalysis } from "../src/jobs/analysis.ts";
import { createKey } from "../src/keys.ts";
import { openLog } from "../src/log.ts";
import { type Message, openMail } from "../src/mail/mail.ts";
import { openMetrics } from "../src/metrics.ts";
import { createOrganization } from "../src/organizations.ts";
import type { Document } from "../src/report.ts";
import { openRequestLog } from "../src/request-log.ts";
import { listen } from "../src/server.ts";
import { holdTogether, type Services, sharedSecret, WAIT_MILLISECONDS } from "../src/services.ts";
import { openDisk } from "../src/storage/disk.ts";
import { patient } from "../src/storage/patient.ts";
import { type Line, openLine } from "./db/line.ts";
import { pdf } from "./pdf.ts";

export interface TestService {
  url: string;
  services: Services;
  /** What the service has logged, one object a line. */
  logged: Record<string, unknown>[];
  /** The mails it has sent. */
  mails: Message[];
  folder: string;
  /** To the PostgreSQL; with the embedded database there is none. */
  line: Line | undefined;
  advance(time: { seconds?: number; hours?: number; days?: number }): void;
  newOrganization(options?: { checks?: number }): Promise<Organization>;
  request(path: string, init?: RequestInit): Promise<Answer>;
  /** For as long as `work` runs, uploads wait that long for their analysis. */
  withWait<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result>;
  /** What a stop says to everybody who waits; the server goes on. */
  sayStopping(): void;
  /** Another process, as far as one can be in here: the same database and files, all else its own. */
  openReplica(options: { engine: WholeEngine }): Promise<TestService>;
  /** As if that time had gone by for who holds leases: they run by the database's clock, which nobody moves. */
  ageLeases(time: { seconds: number }, within?: Database): Promise<void>;
  stopAnalysis(): Promise<void>;
  startAnalysis(): void;
  close(): Promise<void>;
}

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export type ErrorAnswer = Answer<ErrorBody>;

/** An organization of one test, with a key that asks on its behalf. */
export interface Organization {
  id: string;
  key: string;
  keyId: string;
  request(path: string, init?: RequestInit): Promise<Answer>;
  get<Body = Document>(path: string): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string): Promise<Answer<Body>>;
  upload<Body = Document>(upload?: Upload): Promise<Answer<Body>>;
  usage(): Promise<{ allowance: number; used: number; remaining: number; api_documents: number }>;
}

export interface Upload {
  file?: Uint8Array | string;
  name?: string;
  external_id?: string;
  metadata?: string;
  idempotencyKey?: string;
}

interface Options {
  engine: WholeEngine;
  production?: boolean;
  /** Its public address is its own, so that a browser keeps its cookies. */
  browsable?: boolean;
  operators?: string[];
}

export async function openService(options: Options): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), "assay-test-"));
  const database = await openTestDatabase();
  const service = await openProcess(options, folder, database);
  return { ...service, close: () => service.close().then(() => rm(folder, { recursive: true })) };
}

async function openProcess(options: Options, folder: string, database: TestDatabase): Promise<TestService> {
  const { engine, production = false, browsable = false, operators = [] } = options;
  const logged: Record<string, unknown>[] = [];
  const trustedProxies = new BlockList();
  // Every organization comes from an address of its own, as the header of a trusted proxy says it.
  trustedProxies.addAddress("127.0.0.1");
  let now = Date.now();
  const mails: Message[] = [];
  const log = openLog((line) => logged.push(JSON.parse(line)));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const storage = patient(await openDisk(join(folder, "files")));
  await holdTogether(database.db, storage);
  const stopping = new AbortController();
  const clock = () => new Date(now);
  const services: Services = {
    db: database.db,
    engine,
    storage,
    uploads: await mkdtemp(join(folder, "uploads-")),
    log,
    events: newEvents(),
    requestLog: openRequestLog({ db: database.db, clock, log }),
    metrics: openMetrics(),
    stopping: stopping.signal,
    clock,
    cursorSecret: await sharedSecret(database.db, "cursor"),
    accountSecret: await sharedSecret(database.db, "account"),
    mail: openMail(async (message) => void mails.push(message), log),
    operators,
    publicUrl: browsable ? url : "https://assay.test",
    waitMilliseconds: WAIT_MILLISECONDS,
  };
  await shareEvents(services.events, database.notices, log);
  const server = await listen(buildApp(services, { production, trustedProxies }), {
    host: "127.0.0.1",
    port,
    tls: undefined,
  });
  let analysis: Job | undefined = startAnalysis(services, { atOnce: 2 });

  async function stopAnalysis() {
    await analysis?.stop();
    analysis = undefined;
  }

  return {
    url,
    services,
    logged,
    mails,
    folder,
    line: database.line,
    advance: ({ seconds = 0, hours = 0, days = 0 }) => {
      now += ((days * 24 + hours) * 3600 + seconds) * 1000;
    },
    request: (path, init) => request(url + path, init),
    newOrganization: (options) => newOrganization(services, url, options),
    async withWait(milliseconds, work) {
      services.waitMilliseconds = milliseconds;
      try {
        return await work();
      } finally {
        services.waitMilliseconds = WAIT_MILLISECONDS;
      }
    },
    sayStopping: () => stopping.abort(),
    openReplica: async ({ engine }) => openProcess({ ...options, engine }, folder, await database.another()),
    ageLeases: async ({ seconds }, within = services.db) => {
      const earlier = sql`${documents.leaseEndsAt} - ${`${seconds} seconds`}::interval`;
      await within.update(documents).set({ leaseEndsAt: earlier });
    },
    stopAnalysis,
    startAnalysis: () => {
      analysis = startAnalysis(services, { atOnce: 2 });
    },
    async close() {
      stopping.abort();
      await server.close(0);
      await stopAnalysis();
      await services.requestLog.flush();
      await engine.close();
      await database.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

async function newOrganization(
  services: Services,
  url: string,
  { checks = 100 }: { checks?: number } = {},
): Promise<Organization> {
  const id = await createOrganization(services, { name: "test", allowance: checks });
  const { id: keyId, key } = await createKey(services, id, "test");
  const address = testAddress();
  function ask(path: string, { headers, ...init }: RequestInit = {}): Promise<Answer> {
    const all = new Headers(headers);
    if (!all.has("Authorization")) all.set("Authorization", `Bearer ${key}`);
    all.set("X-Forwarded-For", address);
    return request(`${url}/api/v1${path}`, { ...init, headers: all });
  }
  return {
    id,
    key,
    keyId,
    request: ask,
    get: (path) => ask(path) as Promise<Answer<never>>,
    delete: (path) => ask(path, { method: "DELETE" }) as Promise<Answer<never>>,
    upload: (upload = {}) => ask("/documents", { method: "POST", ...multipart(upload) }) as Promise<Answer<never>>,
    usage: async () => (await ask("/usage")).body as Awaited<ReturnType<Organization["usage"]>>,
  };
}

/** From the network that is set aside for documentation and tests of IPv6 (RFC 3849), a /64 of its own. */
export function testAddress(): string {
  const bytes = randomBytes(4).toString("hex");
  return `2001:db8:${bytes.slice(0, 4)}:${bytes.slice(4)}::1`;
}

export function multipart({ file = pdf(), name = "statement.pdf", idempotencyKey, ...fields }: Upload): RequestInit {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set("file", new Blob([Buffer.from(file)], { type: "application/pdf" }), name);
  return { body, ...(idempotencyKey === undefined ? {} : { headers: { "Idempotency-Key": idempotencyKey } }) };
}

async function request(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
}

interface TestDatabase extends OpenDatabase {
  notices: Notices;
  line?: Line;
  /** Another way into the same database. */
  another(): Promise<TestDatabase>;
}

async function openTestDatabase(): Promise<TestDatabase> {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL) return inMemory(await openDatabase({ memory: true }));
  const name = `assay_test_${randomBytes(8).toString("hex")}`;
  await administer(DATABASE_URL, `create database ${name}`);
  const url = new URL(DATABASE_URL);
  url.pathname = `/${name}`;
  const first = await onServer(url.href);
  const dropped = () => administer(DATABASE_URL, `drop database ${name} with (force)`);
  return { ...first, close: () => first.close().then(dropped) };
}

async function onServer(url: string): Promise<TestDatabase> {
  const line = await openLine(url);
  const { db, notices, close } = await openDatabase({ url: line.url });
  if (notices === undefined) throw new Error("PostgreSQL has notices");
  return { db, notices, line, close, another: () => onServer(url) };
}

/** The embedded database is one process's: its replicas are in it, and so are the notices between them. */
function inMemory({ db, close }: OpenDatabase): TestDatabase {
  const said = new EventEmitter<{ notice: [text: string] }>();
  const notices: Notices = {
    send: async (text) => void said.emit("notice", text),
    hear: async (listener, begun) => {
      said.on("notice", listener);
      begun();
    },
    close: () => undefined,
  };
  const another = async (): Promise<TestDatabase> => ({ db, notices, close: async () => undefined, another });
  return { db, notices, close, another };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
