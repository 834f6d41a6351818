// How the service is: what waits, how long, what failed, and how busy the engine of this process is.
import { and, count, eq, gt, isNull, min, or, sql } from "drizzle-orm";
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

export async function readHealth(services: Asked): Promise<Health> {
  const { db, clock, engine } = services;
  const now = clock();
  // Leases count by the database's clock.
  const unclaimed = or(isNull(documents.leaseEndsAt), sql`${documents.leaseEndsAt} <= clock_timestamp()`);
  const processing = eq(documents.status, "processing");
  const [[all], [waiting]] = await Promise.all([
    db
      .select({ number: count(), oldest: min(documents.createdAt) })
      .from(documents)
      .where(processing),
    db.select({ number: count() }).from(documents).where(and(processing, unclaimed)),
  ]);
  const kind = sql<string>`coalesce(${documents.verdict}, ${documents.errorCode}, ${documents.status})`;
  const ended = await db
    .select({ kind, documents: count() })
    .from(documents)
    .where(gt(documents.createdAt, new Date(now.getTime() - DAY)))
    .groupBy(kind)
    .orderBy(kind);
  return {
    processing: all?.number ?? 0,
    waiting: waiting?.number ?? 0,
    oldestSeconds: all?.oldest ? Math.round((now.getTime() - all.oldest.getTime()) / 1000) : null,
    ended,
    engine: engine ? { version: engine.version, ...engine.load() } : null,
  };
}
