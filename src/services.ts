// What every verb works with. Tests build their own; `main` and the commands open the real ones.
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { eq } from "drizzle-orm";
import type { Config } from "./config.ts";
import { type Database, type OpenDatabase, openDatabase } from "./db/open.ts";
import { secrets } from "./db/schema.ts";
import type { WholeEngine } from "./engine/engine.ts";
import { StartError } from "./errors.ts";
import type { Events } from "./events.ts";
import { ownFolder, requireRoomForDatabase, withFolder } from "./folders.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestLog } from "./request-log.ts";
import { openDisk } from "./storage/disk.ts";
import { patient } from "./storage/patient.ts";
import type { Storage } from "./storage/storage.ts";

export interface Services {
  db: Database;
  storage: Storage;
  engine: WholeEngine;
  log: Log;
  events: Events;
  requestLog: RequestLog;
  metrics: Metrics;
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

export const WAIT_MILLISECONDS = 20_000;

/** The folder below DATA_DIR in which a running service answers commands. */
export const OPERATIONS_FOLDER = "run";

/** Everything but the engine. */
export async function openPersistence(
  config: Config,
  log: Log,
): Promise<OpenDatabase & Pick<Services, "storage" | "uploads" | "cursorSecret" | "accountSecret">> {
  const uploads = await ownFolder(config.dataDir, "uploads");
  const storage = patient(await openDisk(await ownFolder(config.dataDir, "files")));
  const database = await openOwnDatabase(config, log);
  const { db } = database;
  await withFolder(storage.place, () => holdTogether(db, storage)).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const secrets = { cursorSecret: await sharedSecret(db, "cursor"), accountSecret: await sharedSecret(db, "account") };
  return { ...database, storage, uploads, ...secrets };
}

/** All that the operator's commands need: they touch no file. */
export async function openOwnDatabase({ databaseUrl, dataDir }: Config, log: Log): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openDatabase({ url: databaseUrl });
  const folder = await ownFolder(dataDir, "database");
  const isNew = (await readdir(folder)).length === 0;
  if (isNew) await requireRoomForDatabase(folder);
  return withFolder(folder, () => openDatabase({ folder, lost: () => leave(log) }));
}

/**
 * A database and its storage know each other by a mark in both: with other files under its rows a replica would fail
 * analyses and, an hour later, remove the files of a database that it does not know.
 */
export async function holdTogether(db: Database, storage: Storage): Promise<void> {
  // Storage inside a transaction, this once: the service does nothing else yet.
  await db.transaction(async (transaction) => {
    const mine = randomBytes(16).toString("hex");
    // Of replicas that start together the second one waits here until the first has left its mark.
    await transaction.insert(secrets).values({ name: STORAGE_MARK, value: mine }).onConflictDoNothing();
    const [row] = await transaction.select().from(secrets).where(eq(secrets.name, STORAGE_MARK));
    const found = await storage.readMark();
    if (row?.value === mine && found === undefined) await storage.leaveMark(mine);
    else if (row?.value !== found) throw strangeStorage(storage, found);
  });
}

const STORAGE_MARK = "storage";

function strangeStorage({ place }: Storage, found: string | undefined): StartError {
  const whose = found === undefined ? "are not those of this database" : "belong to another database";
  return new StartError(
    `The files in ${place} ${whose}; set DATA_DIR to the folder that all replicas of the database share, ` +
      "or DATABASE_URL to the database of these files.",
  );
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
