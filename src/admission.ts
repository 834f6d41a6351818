// A key at the door: whose it is, and one more request in its window, asked in one statement, for every request of the API
// pays for it.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "./db/open.ts";
import { apiKeys, organizations, rateWindows } from "./db/schema.ts";
import { hashKey, isWellFormed, type KeyOwner, noteUse } from "./keys.ts";
import { type Allowance, allowance, nameOf, oneMore, PER_KEY } from "./rates.ts";
import type { Services } from "./services.ts";

export interface Admission {
  owner: KeyOwner;
  allowance: Allowance;
}

/** Undefined for a key that is malformed, unknown, revoked or of a suspended organization: nothing is counted then. */
export async function admitKey(services: Services, key: string): Promise<Admission | undefined> {
  if (!isWellFormed(key)) return undefined;
  const now = services.clock();
  const [row] = await statementOf(services.db).execute({ hash: hashKey(key), now: now.toISOString() });
  if (row === undefined) return undefined;
  const { lastUsedAt, startedAt, count, ...owner } = row;
  await noteUse(services, owner.keyId, lastUsedAt);
  return { owner, allowance: allowance(PER_KEY, now, { startedAt, count }) };
}

type Statement = ReturnType<typeof prepare>;
const prepared = new WeakMap<Database, Statement>();

/** Written once for each database, and sent by its name afterwards. */
function statementOf(db: Database): Statement {
  const statement = prepared.get(db) ?? prepare(db);
  prepared.set(db, statement);
  return statement;
}

function prepare(db: Database) {
  const good = and(
    eq(apiKeys.hash, sql.placeholder("hash")),
    isNull(apiKeys.revokedAt),
    isNull(organizations.suspendedAt),
  );
  const owner = db
    .$with("owner")
    .as(
      db
        .select({ keyId: apiKeys.id, organizationId: apiKeys.organizationId, lastUsedAt: apiKeys.lastUsedAt })
        .from(apiKeys)
        .innerJoin(organizations, eq(apiKeys.organizationId, organizations.id))
        .where(good),
    );
  const subject = sql<string>`${nameOf(PER_KEY, "")} || ${owner.keyId}`;
  const window = {
    subject: subject.as("subject"),
    startedAt: sql<Date>`${sql.placeholder("now")}::timestamptz`.as("started_at"),
    count: sql<number>`1`.as("count"),
  };
  const counted = db.$with("counted").as(
    db
      .insert(rateWindows)
      .select((query) => query.select(window).from(owner))
      .onConflictDoUpdate(oneMore(PER_KEY))
      .returning({ startedAt: rateWindows.startedAt, count: rateWindows.count }),
  );
  return db
    .with(owner, counted)
    .select({
      keyId: owner.keyId,
      organizationId: owner.organizationId,
      lastUsedAt: owner.lastUsedAt,
      startedAt: counted.startedAt,
      count: counted.count,
    })
    .from(owner)
    .innerJoin(counted, sql`true`)
    .prepare("admit_key");
}
