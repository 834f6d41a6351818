// Requests on their way into the request log. An answer does not wait for its row: rows are gathered and written together, some
// times a second, so that a process that is killed loses less than the last second of them and one that stops loses none.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "./db/open.ts";
import { badKeyDays, organizations, requests } from "./db/schema.ts";
import type { Log } from "./log.ts";

export type RequestRecord = Omit<typeof requests.$inferInsert, "createdAt">;

export interface RequestLog {
  record(request: RequestRecord): void;
  /** A request that was refused for its key, by the address it came from. */
  recordBadKey(address: string): void;
  /** Resolves when all that was recorded so far is written, or could not be. */
  flush(): Promise<void>;
}

const GATHER = 500;
const BATCH = 500;
/** While the database is away; what is more is lost, oldest first. */
const MOST = 20_000;

type Row = typeof requests.$inferInsert;

export function openRequestLog({ db, clock, log }: { db: Database; clock: () => Date; log: Log }): RequestLog {
  let rows: Row[] = [];
  let badKeys = new Map<string, { address: string; day: string; requests: number }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function soon(): void {
    timer ??= setTimeout(flush, GATHER).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const refused = [...badKeys.values()];
    badKeys = new Map();
    if (refused.length > 0) await countBadKeys(refused);
    while (rows.length > 0) {
      const batch = rows.splice(0, BATCH);
      if (!(await writeRows(batch))) return;
    }
  }

  /** False where the database is away: they are kept for the next time. */
  async function writeRows(batch: Row[]): Promise<boolean> {
    try {
      // An organization that is gone meanwhile has no log: its rows are left out, the others kept.
      await db.transaction(async (transaction) => {
        const there = await owners(transaction, batch);
        const owned = batch.filter(({ organizationId }) => there.has(organizationId));
        if (owned.length > 0) await transaction.insert(requests).values(owned).onConflictDoNothing();
      });
      return true;
    } catch (error) {
      log.error("requests_not_recorded", error, { requests: batch.length });
      if (isRefused(error)) return true;
      const kept = [...batch, ...rows];
      rows = kept.slice(-MOST);
      if (kept.length > MOST) log.warn("requests_lost", { requests: kept.length - MOST });
      soon();
      return false;
    }
  }

  async function countBadKeys(refused: (typeof badKeyDays.$inferInsert)[]): Promise<void> {
    await db
      .insert(badKeyDays)
      .values(refused)
      .onConflictDoUpdate({
        target: [badKeyDays.address, badKeyDays.day],
        set: { requests: sql`${badKeyDays.requests} + excluded.requests` },
      })
      .catch((error) => log.error("bad_keys_not_recorded", error));
  }

  return {
    record(request) {
      rows.push({ ...request, createdAt: clock() });
      soon();
    },
    recordBadKey(address) {
      // The day in UTC.
      const day = clock().toISOString().slice(0, 10);
      const counted = badKeys.get(`${day} ${address}`)?.requests ?? 0;
      badKeys.set(`${day} ${address}`, { address, day, requests: counted + 1 });
      soon();
    },
    flush,
  };
}

/** The database answered, and will say the same of these rows the next time (PostgreSQL, appendix A: classes 22 and 23). */
function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return /^2[23]/.test(String(cause?.code ?? ""));
}

/** Those that are there, held until the rows are written. */
async function owners(transaction: Database, batch: Row[]): Promise<Set<string>> {
  const named = [...new Set(batch.map(({ organizationId }) => organizationId))].sort();
  const there = await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, named))
    .orderBy(organizations.id)
    .for("key share");
  return new Set(there.map(({ id }) => id));
}
