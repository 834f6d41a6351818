// How the service is: what waits, how long, what failed, and how busy the engine of this process is.
import { count, eq, gt, min, sql } from "drizzle-orm";
import { documents } from "./db/schema.ts";
import type { Load } from "./engine/engine.ts";
import type { Services } from "./services.ts";

const DAY = 86_400_000;

export interface Health {
  /** Documents that are not done, and those of them that nobody works on. */
  processing: number;
  waiting: number;
  oldestSeconds: number | null;
  /** Documents of the last 24 hours by how they ended: a verdict or the code of a failure. */
  ended: { kind: string; documents: number }[];
  /** Of the process that was asked; null where it is a command of its own. */
  engine: ({ version: string } & Load) | null;
}

type Asked = Pick<Services, "db" | "clock"> & { engine?: Services["engine"] };

/** Documents that are not done, and how many of them nobody works on. */
export async function readQueue({
  db,
  clock,
}: Asked): Promise<Pick<Health, "processing" | "waiting" | "oldestSeconds">> {
  // Leases count by the database's clock.
  const unclaimed = sql`${documents.leaseEndsAt} is null or ${documents.leaseEndsAt} <= clock_timestamp()`;
  const waiting = sql<number>`(count(*) filter (where ${unclaimed}))::int`;
  const [all] = await db
    .select({ processing: count(), waiting, oldest: min(documents.createdAt) })
    .from(documents)
    .where(eq(documents.status, "processing"));
  return {
    processing: all?.processing ?? 0,
    waiting: all?.waiting ?? 0,
    oldestSeconds: all?.oldest ? Math.round((clock().getTime() - all.oldest.getTime()) / 1000) : null,
  };
}

export async function readHealth(services: Asked): Promise<Health> {
  const { db, clock, engine } = services;
  const queue = await readQueue(services);
  const kind = sql<string>`coalesce(${documents.verdict}, ${documents.errorCode}, ${documents.status})`;
  const ended = await db
    .select({ kind, documents: count() })
    .from(documents)
    .where(gt(documents.createdAt, new Date(clock().getTime() - DAY)))
    .groupBy(kind)
    .orderBy(kind);
  return { ...queue, ended, engine: engine ? { version: engine.version, ...engine.load() } : null };
}
