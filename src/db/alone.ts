// One process at a time, of all that share the database.
import { sql } from "drizzle-orm";
import type { Database } from "./open.ts";

/** Any numbers that no other program on the same server uses for its own advisory locks. */
const LOCKS = { first_start: 7_220_119_316 };

/** Runs `work` in a transaction; who comes second waits until the first one's is over. */
export function alone<Result>(
  db: Database,
  what: keyof typeof LOCKS,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS[what]})`);
    return work(transaction);
  });
}
