// What every verb works with. Tests build their own; `main` and the commands open the real ones.
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Config } from "./config.ts";
import { type Database, type OpenDatabase, openDatabase } from "./db/open.ts";
import { secrets } from "./db/schema.ts";
import type { WholeEngine } from "./engine/engine.ts";
import { StartError } from "./errors.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { openDisk } from "./storage/disk.ts";
import type { Storage } from "./storage/storage.ts";

export interface Services {
  db: Database;
  storage: Storage;
  engine: WholeEngine;
  log: Log;
  events: Events;
  /** Aborted when the service stops: whoever waits, or is about to, answers at once. */
  stopping: AbortSignal;
  clock: () => Date;
  /** Folder in which uploads grow before storage takes them over; on storage's file system. */
  uploads: string;
  /** Authenticates cursors; the same for all replicas. */
  cursorSecret: Buffer;
  /** Signs sessions and links in mails; the same for all replicas. */
  accountSecret: Buffer;
  mail: Mail;
  /** E-mail addresses of whoever runs the service, in lower case. */
  operators: string[];
  publicUrl: string;
  /** How long POST /documents waits for the analysis. */
  waitMilliseconds: number;
}

/** What happens in this process that others in it wait for. Other replicas are noticed by polling. */
export type Events = EventEmitter<{
  arrived: [];
  ended: [documentId: string];
  removed: [documentId: string];
}>;

export const WAIT_MILLISECONDS = 20_000;

/** The folder below DATA_DIR in which a running service answers commands. */
export const OPERATIONS_FOLDER = "run";

export function newEvents(): Events {
  // Every waiting upload listens; their number is no leak.
  return new EventEmitter().setMaxListeners(0) as Events;
}

/** Everything but the engine, which the commands that only touch the database do without. */
export async function openPersistence(
  config: Config,
  log: Log,
): Promise<OpenDatabase & Pick<Services, "storage" | "uploads" | "cursorSecret" | "accountSecret">> {
  const uploads = await ownFolder(config.dataDir, "uploads");
  const storage = await openDisk(await ownFolder(config.dataDir, "files"));
  const database = await openDatabase(
    config.databaseUrl === undefined
      ? { folder: await ownFolder(config.dataDir, "database"), lost: () => leave(log) }
      : { url: config.databaseUrl },
  );
  const { db } = database;
  const secrets = { cursorSecret: await sharedSecret(db, "cursor"), accountSecret: await sharedSecret(db, "account") };
  return { ...database, storage, uploads, ...secrets };
}

export async function ownFolder(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await access(path, constants.W_OK | constants.X_OK);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The folder ${path} cannot be written (${code}); set DATA_DIR to one that can.`);
  }
}

/** The first process makes it, all later ones read it. */
export async function sharedSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (row === undefined) throw new Error(`the secret ${name} was not kept`);
  return Buffer.from(row.value, "base64url");
}

/** Another process has the embedded database: one more write could cost acknowledged rows. */
function leave(log: Log): never {
  log.error("database_lost", new Error("the lock of the embedded database was taken away; leaving at once"));
  process.exit(1);
}
