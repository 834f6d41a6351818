// The queue goes round the organizations: a thousand uploads of one do not stand before the single upload of another.
// Each document takes its turn when it is accepted (fair queueing: Demers, Keshav, Shenker, 1989): one after the last of its own
// organization's, but never before the round that is being served. Whoever takes documents takes the lowest turn.
import { sql } from "drizzle-orm";
import { documents } from "../db/schema.ts";

/** For the insert of a document; its organization is locked, so that no two of it take the same turn. */
export function nextTurn(organizationId: string) {
  const unfinished = sql`from ${documents} where ${documents.status} = 'processing'`;
  const ownLast = sql`select max(${documents.turn}) ${unfinished} and ${documents.organizationId} = ${organizationId}`;
  // The round is that of who waits first; where nobody waits, the one after the last that was taken.
  const served = sql`select min(${documents.turn}) ${unfinished} and ${documents.leasedBy} is null`;
  const last = sql`select max(${documents.turn}) + 1 ${unfinished}`;
  return sql<number>`greatest(coalesce((${ownLast}), -1) + 1, coalesce((${served}), (${last}), 0))`;
}
