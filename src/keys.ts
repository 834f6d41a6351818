// API keys: shown once, kept as a hash, belonging to the organization. Revoking works with the next request.
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { and, count, desc, eq, isNull } from "drizzle-orm";
import { apiKeys } from "./db/schema.ts";
import { ApiError } from "./errors.ts";
import { newId, randomBase62, toBase62 } from "./ids.ts";
import { readName } from "./names.ts";
import type { Services } from "./services.ts";
import { lockOrganization } from "./usage.ts";

export const ACTIVE_KEYS = 10;

/** `lastUsedAt` is written no more often than this. */
const USED_MILLISECONDS = 60_000;

const PREFIX = "ak_live_";
const SECRET_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^ak_live_[0-9A-Za-z]{46}$/;

export interface NewKey {
  id: string;
  /** The whole key. It is nowhere else and cannot be shown again. */
  key: string;
}

export interface KeyOwner {
  keyId: string;
  organizationId: string;
}

type Persistence = Pick<Services, "db" | "clock">;

export async function createKey(services: Persistence, organizationId: string, name: string): Promise<NewKey> {
  const created: NewKey = { id: newId("key"), key: generateKey() };
  const readable = readName(name, "The name of a key");
  await services.db.transaction(async (transaction) => {
    await lockOrganization(transaction, organizationId);
    const [active] = await transaction
      .select({ number: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt)));
    if (active === undefined || active.number >= ACTIVE_KEYS) {
      throw new ApiError(
        "invalid_request",
        `An organization has at most ${ACTIVE_KEYS} active keys; revoke one first.`,
      );
    }
    await transaction.insert(apiKeys).values({
      id: created.id,
      organizationId,
      name: readable,
      start: created.key.slice(0, PREFIX.length + 4),
      hash: hashKey(created.key),
      createdAt: services.clock(),
    });
  });
  return created;
}

/** What may be told of a key. */
export interface KnownKey {
  id: string;
  name: string;
  start: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** The organization's keys, newest first, also the revoked ones: the request log names them. */
export async function listKeys(services: Pick<Services, "db">, organizationId: string): Promise<KnownKey[]> {
  const { id, name, start, createdAt, lastUsedAt, revokedAt } = apiKeys;
  return services.db
    .select({ id, name, start, createdAt, lastUsedAt, revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

/** When a key was last used is known to the minute. */
export async function noteUse(services: Persistence, keyId: string, lastUsedAt: Date | null): Promise<void> {
  const now = services.clock();
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < USED_MILLISECONDS) return;
  await services.db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, keyId));
}

export async function revokeKey(services: Persistence, organizationId: string, keyId: string): Promise<void> {
  const rows = await services.db
    .update(apiKeys)
    .set({ revokedAt: services.clock() })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.organizationId, organizationId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  if (rows.length === 0) throw new ApiError("not_found", "No such active key in the organization.");
}

function generateKey(): string {
  const secret = PREFIX + randomBase62(SECRET_CHARACTERS);
  return secret + checksum(secret);
}

/** The checksum lets a scanner of leaked secrets, and us, tell a key from any other text without the database. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && key.slice(-CHECKSUM_CHARACTERS) === checksum(key.slice(0, -CHECKSUM_CHARACTERS));
}

function checksum(secret: string): string {
  return toBase62(crc32(secret), CHECKSUM_CHARACTERS);
}

/** 238 random bits need no slow hash. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
