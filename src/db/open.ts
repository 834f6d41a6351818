// Opens the database and brings its tables up to date: PGlite in a folder or in memory, or a PostgreSQL server.
// The only place that knows which of them it is.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { migrate as migratePostgres } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { StartError } from "../errors.ts";
import { openClient } from "./client.ts";
import { lockFolder } from "./lock.ts";
import { type Notices, noticesOf } from "./notices.ts";
import * as people from "./people.ts";
import * as organizations from "./schema.ts";

const schema = { ...organizations, ...people };

/** A database or a transaction in it. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  db: Database;
  /** Between processes; none where one process has the database to itself. */
  notices?: Notices;
  close(): Promise<void>;
}

export type DatabasePlace = { url: string } | { folder: string; lost: () => void } | { memory: true };

const MIGRATIONS = fileURLToPath(new URL("../../src/db/migrations", import.meta.url));
const OLDEST_POSTGRES = 15;
/** Any number that no other program on the same server uses for its own advisory lock. */
const MIGRATION_LOCK = 7_220_119_315;

export function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  if ("url" in place) return openPostgres(place.url);
  if ("folder" in place) return openFolder(place.folder, place.lost);
  return openPglite(undefined);
}

async function openFolder(folder: string, lost: () => void): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(join(folder, "lock"), lost);
  try {
    const { db, close } = await openPglite(join(folder, "pglite"));
    return { db, close: () => close().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openPglite(folder: string | undefined): Promise<OpenDatabase> {
  const pglite = await PGlite.create(folder).catch((error: unknown) => {
    throw new StartError(`The embedded database in ${folder} cannot be opened: ${messageOf(error)}`, { cause: error });
  });
  const db = drizzlePglite(pglite, { schema });
  await migratePglite(db, { migrationsFolder: MIGRATIONS });
  return { db, close: () => pglite.close() };
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  await migrateAlone(url);
  const client = openClient(url);
  const notices = noticesOf(url, client);
  const close = async () => {
    notices.close();
    await client.close();
  };
  return { db: drizzlePostgres(client.pool, { schema }), notices, close };
}

/** Replicas that start together wait for each other here. */
async function migrateAlone(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails the statement that is under way.
  client.on("error", () => undefined);
  try {
    await requireVersion(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migratePostgres(drizzlePostgres(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const version = await askVersion(client).catch((error: unknown) => {
    throw new StartError(`PostgreSQL at ${client.host}:${client.port} does not let us in: ${messageOf(error)}`, {
      cause: error,
    });
  });
  const major = Math.floor(version / 10_000);
  if (!(major >= OLDEST_POSTGRES)) {
    throw new StartError(`PostgreSQL ${OLDEST_POSTGRES} or later is needed; the server is version ${major}.`);
  }
}

async function askVersion(client: pg.Client): Promise<number> {
  await client.connect();
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  return Number(rows[0]?.version);
}

function messageOf(error: unknown): string {
  // Node puts an empty message on the error that gathers the failures per address.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
