// Documents are their own queue: whoever analyses one holds it under a lease and renews it while the work goes on.
import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import type { Services } from "../services.ts";

export interface Lease {
  documentId: string;
  organizationId: string;
  /** New for every taking: a holder that lost its lease cannot settle over the next one. */
  token: string;
  storedAs: string;
  /** When the upload came: signers are judged at that time, however late the analysis begins. */
  received: Date;
  /** How often an analysis was begun, this time included. */
  attempts: number;
}

export const LEASE_MILLISECONDS = 15_000;

/** By the database's clock, the one that all workers share: theirs may be a minute apart. */
const NOW = sql`clock_timestamp()`;
const LEASE_END = sql`clock_timestamp() + ${`${LEASE_MILLISECONDS} milliseconds`}::interval`;

/** The document whose turn it is: one that nobody works on, or whose worker has not been heard of for the length of a lease. */
export async function takeDocument(services: Services): Promise<Lease | undefined> {
  const token = randomUUID();
  const next = services.db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.status, "processing"), or(isNull(documents.leaseEndsAt), lte(documents.leaseEndsAt, NOW))))
    .orderBy(documents.turn, documents.position)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await services.db
    .update(documents)
    .set({ leasedBy: token, leaseEndsAt: LEASE_END, attempts: sql`${documents.attempts} + 1` })
    // `=` and not `in`: the query inside must run once.
    .where(eq(documents.id, sql`(${next})`))
    .returning();
  if (row === undefined) return undefined;
  const { id: documentId, organizationId, storedAs, createdAt: received, attempts } = row;
  return { documentId, organizationId, token, storedAs, received, attempts };
}

/** False when the document is gone or another worker has it. */
export async function renewLease(services: Services, lease: Lease): Promise<boolean> {
  const rows = await services.db
    .update(documents)
    .set({ leaseEndsAt: LEASE_END })
    .where(heldUnder(lease))
    .returning({ id: documents.id });
  return rows.length > 0;
}

/** The service stops: whoever comes next begins at once, and this beginning does not count. */
export async function giveUpLease(services: Services, lease: Lease): Promise<void> {
  await services.db
    .update(documents)
    .set({ leasedBy: null, leaseEndsAt: null, attempts: sql`${documents.attempts} - 1` })
    .where(heldUnder(lease));
}

/** Still ours: not deleted, not settled, not taken by another. */
export function heldUnder(lease: Lease): SQL | undefined {
  return and(
    eq(documents.id, lease.documentId),
    eq(documents.leasedBy, lease.token),
    eq(documents.status, "processing"),
  );
}
