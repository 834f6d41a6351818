// A compiled service to measure: its database, keys that come to no limit, its processes.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A key may ask 60 times a minute: so many keys that none comes to that. */
const ORGANIZATIONS = 60;
export const KEYS_EACH = 10;
/** Of proc_pid_stat(5), on every Linux that is about. */
const TICKS_A_SECOND = 100;

export interface Measured {
  keys: string[];
  replicas: { port: number; pid: number | undefined }[];
}

/** So many processes of the service in `dist`, with their data, for as long as `work` runs. */
export async function withService<Result>(
  dist: string,
  replicas: number,
  work: (service: Measured) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const database = process.env.DATABASE_URL ? await newDatabase(process.env.DATABASE_URL) : undefined;
  const environment = { DATA_DIR: folder, ...(database ? { DATABASE_URL: database.url } : {}) };
  const children: ChildProcess[] = [];
  try {
    const keys = await fill(dist, environment);
    const started: Measured["replicas"] = [];
    for (let replica = 0; replica < replicas; replica++) {
      const { child, port } = await start(dist, environment);
      children.push(child);
      started.push({ port, pid: child.pid });
    }
    return await work({ keys, replicas: started });
  } finally {
    for (const child of children) await ended(child);
    await database?.drop();
    rmSync(folder, { recursive: true });
  }
}

/** One process of the service in `dist` on an empty embedded database, and the link that opens its dashboard. */
export async function withNewService<Result>(dist: string, work: (link: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const { child, told } = await start(dist, { DATA_DIR: folder });
  try {
    const link = /^ {2}(http\S+\/enter\?token=\w+)$/m.exec(told)?.[1];
    if (link === undefined) throw new Error("The service printed no link.");
    return await work(link);
  } finally {
    await ended(child);
    rmSync(folder, { recursive: true });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((closed) => child.once("close", closed));
  child.kill("SIGTERM");
  await gone;
}

async function module(dist: string, path: string) {
  return import(pathToFileURL(join(resolve(dist), path)).href);
}

async function newDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const { default: pg } = await import("pg");
  const name = `assay_bench_${process.pid}_${Math.floor(performance.now())}`;
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
): Promise<string[]> {
  const { openDatabase } = await module(dist, "db/open.js");
  const { createOrganization } = await module(dist, "organizations.js");
  const { createKey } = await module(dist, "keys.js");
  const { db, close } = await openDatabase(
    DATABASE_URL ? { url: DATABASE_URL } : { folder: join(DATA_DIR, "database"), lost: () => process.exit(1) },
  );
  const services = { db, clock: () => new Date() };
  const keys: string[] = [];
  for (let number = 0; number < ORGANIZATIONS; number++) {
    const organization = await createOrganization(services, { name: "bench", allowance: 100 });
    for (let key = 0; key < KEYS_EACH; key++) {
      keys.push((await createKey(services, organization, `${key}`)).key);
    }
  }
  await close();
  return keys;
}

async function start(
  dist: string,
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; port: number; told: string }> {
  const port = await freePort();
  const { PATH = "" } = process.env;
  const env = { PATH, PORT: String(port), ENGINE_PROCESSES: "1", ...environment };
  const child = spawn(process.execPath, [join(resolve(dist), "main.js")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let told = "";
  await new Promise<void>((listening, failed) => {
    child.stdout?.on("data", (part) => {
      if (told.length < 10_000) told += part;
      if (told.includes("listens on")) listening();
    });
    child.once("close", () => failed(new Error(`The service ended: ${told}`)));
  });
  return { child, port, told };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // A server on a port, not on a pipe.
  await new Promise((closed) => server.close(closed));
  return port;
}

/** One upload of these bytes: how many milliseconds it took until its document had ended. */
export async function upload(port: number, key: string, bytes: Uint8Array): Promise<number> {
  const began = performance.now();
  const body = new FormData();
  body.set("file", new Blob([Buffer.from(bytes)], { type: "application/pdf" }), "a.pdf");
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/documents`, { method: "POST", headers, body });
  if (answer.status !== 200) throw new Error(`The upload got ${answer.status}.`);
  await answer.arrayBuffer();
  return performance.now() - began;
}

/** Every client does the next as soon as its last is done; how long each took, sorted. */
export async function load(
  clients: number,
  milliseconds: number,
  one: (number: number) => Promise<number>,
): Promise<number[]> {
  const until = performance.now() + milliseconds;
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (performance.now() < until) times.push(await one(next++));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times.toSorted((a, b) => a - b);
}

/** User and system time of the process, its threads too, without its children. */
export function processorMs(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
}

export function quantiles(sorted: number[]): string[] {
  return [0.5, 0.95, 0.99, 1].map((share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
}

export const numbers = (name: string, fallback: number) => Number(texts(name)[0] ?? fallback);
export const texts = (name: string) =>
  process.argv.flatMap((word, at) => (word === name ? [process.argv[at + 1] ?? ""] : []));
