// The owner of a local organization is signed in by a link that the service prints when it starts: once, for ten minutes.
import { createHash } from "node:crypto";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { alone } from "../db/alone.ts";
import { credentials, memberships, users, verifications } from "../db/people.ts";
import { organizations } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import { newId, randomBase62 } from "../ids.ts";
import { createKey, type NewKey } from "../keys.ts";
import { countOrganizations, createOrganization } from "../organizations.ts";
import type { Services } from "../services.ts";
import type { Accounts } from "./auth.ts";
import type { Cookies } from "./people.ts";

const MINUTES = 10;
/** Nobody's mailbox: reserved names never lead anywhere (RFC 6761). */
export const LOCAL_OWNER = "owner@assay.localhost";

type Persistence = Pick<Services, "db" | "clock">;

/** An empty database gets an organization with one key; of processes that start together one makes them. */
export function ensureFirstKey(services: Persistence, checks: number): Promise<NewKey | undefined> {
  return alone(services.db, "first_start", async (transaction) => {
    const inside = { ...services, db: transaction };
    if ((await countOrganizations(inside)) > 0) return undefined;
    const organizationId = await createOrganization(inside, { name: "local", allowance: checks });
    return createKey(inside, organizationId, "first key");
  });
}

/** Where nobody has an account yet, the first organization gets an owner. */
export async function ensureLocalOwner(services: Persistence): Promise<void> {
  const now = services.clock();
  const userId = newId("usr");
  await alone(services.db, "first_start", async (transaction) => {
    const [somebody] = await transaction.select({ id: users.id }).from(users).limit(1);
    const [first] = await transaction.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1);
    if (somebody !== undefined || first === undefined) return;
    await transaction.insert(users).values({
      id: userId,
      name: "Owner",
      email: LOCAL_OWNER,
      emailVerified: true,
      welcomedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    await transaction.insert(memberships).values({ organizationId: first.id, userId, role: "owner", createdAt: now });
  });
}

/** What stands in the link; undefined where the local owner is gone or signs in with a password. */
export async function newEntryToken(services: Persistence): Promise<string | undefined> {
  const [owner] = await services.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.email, LOCAL_OWNER), isNull(credentials.id)));
  if (owner === undefined) return undefined;
  const token = randomBase62(40);
  const now = services.clock();
  await services.db.insert(verifications).values({
    id: randomBase62(24),
    identifier: identifierOf(token),
    value: owner.id,
    expiresAt: new Date(now.getTime() + MINUTES * 60_000),
    createdAt: now,
    updatedAt: now,
  });
  return token;
}

/** Uses the link up, and signs in. Whether the request came from this machine is for the caller to know. */
export async function enterByToken(accounts: Accounts, token: string, headers: Headers): Promise<Cookies> {
  const { services, auth } = accounts;
  const [link] = await services.db
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, services.clock())))
    .returning({ userId: verifications.value });
  if (link === undefined) {
    throw new ApiError(
      "invalid_request",
      `This link was used already or is older than ${MINUTES} minutes; start the service again for a new one.`,
    );
  }
  const answer = await auth.api.enter({ body: { userId: link.userId }, headers, returnHeaders: true });
  return answer.headers.getSetCookie();
}

export function isLocalOwner(email: string): boolean {
  return email === LOCAL_OWNER;
}

function identifierOf(token: string): string {
  return `entry:${createHash("sha256").update(token).digest("base64url")}`;
}
