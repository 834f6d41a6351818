// Opens the database and brings its tables up to date: PGlite in a folder or in memory, or a PostgreSQL server.
// The only place that knows which of them it is.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import { migrate as migratePostgres } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
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
  return { db: drizzlePostgres(client.sql, { schema }), notices: noticesOf(client), close: client.close };
}

/** Replicas that start together wait for each other here. */
async function migrateAlone(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await requireVersion(client);
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migratePostgres(drizzlePostgres(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end({ timeout: 5 });
  }
}

async function requireVersion(client: postgres.Sql): Promise<void> {
  const rows = await client<{ version: string }[]>`select current_setting('server_version_num') as version`.catch(
    (error: unknown) => {
      const { host, port } = client.options;
      throw new StartError(`PostgreSQL at ${host}:${port} does not let us in: ${messageOf(error)}`, { cause: error });
    },
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (!(major >= OLDEST_POSTGRES)) {
    throw new StartError(`PostgreSQL ${OLDEST_POSTGRES} or later is needed; the server is version ${major}.`);
  }
}

function messageOf(error: unknown): string {
  // Node puts an empty message on the error that gathers the failures per address.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
