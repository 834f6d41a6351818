// The request log of an organization: found by request id, kept 30 days. And the requests nobody's log has: those refused
// for a bad key, counted by address and day.
import { and, desc, eq, gte, inArray, lt, lte, or, sql } from "drizzle-orm";
import { apiKeys, badKeyDays, documents, requests } from "./db/schema.ts";
import type { Services } from "./services.ts";

const RETENTION_DAYS = 30;
const BATCH = 5_000;

export interface LoggedRequest {
  id: string;
  keyId: string;
  keyName: string | null;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
  milliseconds: number;
  createdAt: Date;
  documentId: string | null;
  /** Whether the document is still there to be looked at. */
  documentKept: boolean;
}

/** Every member narrows the list; none of them is all of it. */
export interface RequestFilter {
  id?: string | undefined;
  keyId?: string | undefined;
  /** One status, or a hundred of them: 404, or 4 for all that begin with it. */
  status?: number | undefined;
  errorCode?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** The last one of the page before. */
  after?: { createdAt: Date; id: string } | undefined;
}

/** Newest first. */
export async function listRequests(
  services: Services,
  organizationId: string,
  { limit, ...filter }: { limit: number } & RequestFilter,
): Promise<{ data: LoggedRequest[]; more: boolean }> {
  const oldest = oldestRequest(services);
  // What was just asked of this process is in the list.
  await services.requestLog.flush();
  const rows = await services.db
    .select({ request: requests, keyName: apiKeys.name, kept: documents.createdAt })
    .from(requests)
    .leftJoin(apiKeys, eq(apiKeys.id, requests.keyId))
    .leftJoin(documents, and(eq(documents.id, requests.documentId), eq(documents.organizationId, organizationId)))
    .where(and(eq(requests.organizationId, organizationId), gte(requests.createdAt, oldest), ...matching(filter)))
    .orderBy(desc(requests.createdAt), desc(requests.id))
    .limit(limit + 1);
  const data = rows.slice(0, limit).map(({ request, keyName, kept }) => {
    const { organizationId: _, ...told } = request;
    return { ...told, keyName, documentKept: kept !== null && kept > oldest };
  });
  return { data, more: rows.length > limit };
}

function matching({ id, keyId, status, errorCode, from, until, after }: RequestFilter) {
  return [
    id && eq(requests.id, id),
    keyId && eq(requests.keyId, keyId),
    status && (status < 10 ? sql`${requests.status} / 100 = ${status}` : eq(requests.status, status)),
    errorCode && eq(requests.errorCode, errorCode),
    from && gte(requests.createdAt, from),
    until && lt(requests.createdAt, until),
    after &&
      or(
        lt(requests.createdAt, after.createdAt),
        and(eq(requests.createdAt, after.createdAt), lt(requests.id, after.id)),
      ),
  ].map((condition) => condition || undefined);
}

/** For the operator: who guesses keys, most first. */
export async function listBadKeys(services: Services, limit: number) {
  await services.requestLog.flush();
  return services.db
    .select({ address: badKeyDays.address, day: badKeyDays.day, requests: badKeyDays.requests })
    .from(badKeyDays)
    .where(gte(badKeyDays.day, dayOf(oldestRequest(services))))
    .orderBy(desc(badKeyDays.requests), desc(badKeyDays.day))
    .limit(limit);
}

export async function sweepRequests(services: Services): Promise<void> {
  const oldest = oldestRequest(services);
  // A few at a time: after a long stop there may be millions, and a statement has three seconds.
  for (;;) {
    const batch = services.db
      .select({ id: requests.id })
      .from(requests)
      .where(lte(requests.createdAt, oldest))
      .limit(BATCH);
    const gone = await services.db.delete(requests).where(inArray(requests.id, batch)).returning({ id: requests.id });
    if (gone.length < BATCH) break;
  }
  await services.db.delete(badKeyDays).where(lt(badKeyDays.day, dayOf(oldest)));
}

function oldestRequest(services: Services): Date {
  return new Date(services.clock().getTime() - RETENTION_DAYS * 86_400_000);
}

/** In UTC. */
function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
