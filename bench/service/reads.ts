// How many reads a service answers, how long the slowest take, and what each costs of its processor time:
// `node bench/service/reads.ts [--seconds N] [--clients N] [--dist FOLDER]…`. Each FOLDER is a compiled service (`dist` unless
// said otherwise); they are measured in turn, on the database of DATABASE_URL (made anew) or the embedded one.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A key may ask 60 times a minute: so many keys that none comes to that. */
const ORGANIZATIONS = 60;
const KEYS_EACH = 10;
const DOCUMENTS = 20;
/** Of proc_pid_stat(5), on every Linux that is about. */
const TICKS_A_SECOND = 100;
const PDF = "%PDF-1.4\n";

const numbers = (name: string, fallback: number) => Number(texts(name)[0] ?? fallback);
const texts = (name: string) => process.argv.flatMap((word, at) => (word === name ? [process.argv[at + 1] ?? ""] : []));

interface Key {
  key: string;
  documents: string[];
}

interface Figures {
  reads: number;
  seconds: number;
  /** Of the service's main process. */
  processorMs: number;
  sorted: number[];
}

async function measure(dist: string, seconds: number, clients: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "assay-reads-"));
  const database = process.env.DATABASE_URL && (await newDatabase(process.env.DATABASE_URL));
  const environment = { DATA_DIR: folder, ...(database ? { DATABASE_URL: database.url } : {}) };
  const keys = await fill(dist, environment);
  const { child, port } = await start(dist, environment);
  try {
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    // A document for each organization's reads, and whatever warms up.
    for (const [at, key] of keys.entries())
      if (at % KEYS_EACH === 0 && at / KEYS_EACH < DOCUMENTS) await upload(port, key.key);
    await load(port, agent, keys, clients, 2_000);
    const before = processorMs(child.pid);
    const began = performance.now();
    const times = await load(port, agent, keys, clients, seconds * 1_000);
    const took = performance.now() - began;
    const after = processorMs(child.pid);
    agent.destroy();
    return {
      reads: times.length,
      seconds: took / 1_000,
      processorMs: after - before,
      sorted: times.toSorted((a, b) => a - b),
    };
  } finally {
    const gone = new Promise((closed) => child.once("close", closed));
    child.kill("SIGTERM");
    await gone;
    if (database) await database.drop();
    rmSync(folder, { recursive: true });
  }
}

async function module(dist: string, path: string) {
  return import(pathToFileURL(join(resolve(dist), path)).href);
}

async function newDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const { default: pg } = await import("pg");
  const name = `assay_reads_${process.pid}_${Math.floor(performance.now())}`;
  const administer = async (statement: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}

/** Organizations and keys, before the service starts. */
async function fill(
  dist: string,
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string },
): Promise<Key[]> {
  const { openDatabase } = await module(dist, "db/open.js");
  const { createOrganization } = await module(dist, "organizations.js");
  const { createKey } = await module(dist, "keys.js");
  const { db, close } = await openDatabase(
    DATABASE_URL ? { url: DATABASE_URL } : { folder: join(DATA_DIR, "database"), lost: () => process.exit(1) },
  );
  const services = { db, clock: () => new Date() };
  const keys: Key[] = [];
  for (let number = 0; number < ORGANIZATIONS; number++) {
    const organization = await createOrganization(services, { name: "bench", allowance: 100 });
    for (let key = 0; key < KEYS_EACH; key++) {
      keys.push({ key: (await createKey(services, organization, `${key}`)).key, documents: [] });
    }
  }
  await close();
  return keys;
}

async function start(
  dist: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const { PATH = "" } = process.env;
  const env = { PATH, PORT: String(port), ENGINE_PROCESSES: "1", ...environment };
  const child = spawn(process.execPath, [join(resolve(dist), "main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((listening, failed) => {
    let told = "";
    child.stdout?.on("data", (part) => {
      if (told.length < 10_000) told += part;
      if (told.includes("listens on")) listening();
    });
    child.once("close", () => failed(new Error(`The service ended: ${told}`)));
  });
  return { child, port };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // A server on a port, not on a pipe.
  await new Promise((closed) => server.close(closed));
  return port;
}

async function upload(port: number, key: string): Promise<void> {
  const body = new FormData();
  body.set("file", new Blob([PDF], { type: "application/pdf" }), "a.pdf");
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/documents`, { method: "POST", headers, body });
  if (answer.status !== 200) throw new Error(`The upload got ${answer.status}.`);
  await answer.arrayBuffer();
}

/** Every client asks for the next page as soon as it has its last; half of them lists, half usage. */
async function load(port: number, agent: Agent, keys: Key[], clients: number, milliseconds: number): Promise<number[]> {
  const until = performance.now() + milliseconds;
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (performance.now() < until) {
      const at = next++;
      const { key = "" } = keys[at % keys.length] ?? {};
      times.push(await read(port, agent, at % 2 === 0 ? "/documents?limit=20" : "/usage", key));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

function read(port: number, agent: Agent, path: string, key: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    const asked = request({ port, host: "127.0.0.1", path: `/api/v1${path}`, agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        if (answer.statusCode !== 200) reject(new Error(`A read got ${answer.statusCode}.`));
        else resolve(performance.now() - began);
      });
    });
    asked.on("error", reject).end();
  });
}

/** User and system time of the process, its threads too, without its children. */
function processorMs(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
}

function row(name: string, { reads, seconds, processorMs: used, sorted }: Figures): string {
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const cells = [name, Math.round(reads / seconds), (used / reads).toFixed(2), at(0.5), at(0.95), at(0.99), at(1)];
  return `| ${cells.join(" | ")} |`;
}

const seconds = numbers("--seconds", 8);
const clients = numbers("--clients", 8);
const places = texts("--dist");
console.log(
  `${process.env.DATABASE_URL ? "PostgreSQL" : "embedded database"}, ${clients} clients, ${seconds} s each\n`,
);
console.log("| service | reads/s | processor ms a read | p50 ms | p95 | p99 | max |\n|---|---|---|---|---|---|---|");
for (const dist of places.length > 0 ? places : ["dist"]) console.log(row(dist, await measure(dist, seconds, clients)));
