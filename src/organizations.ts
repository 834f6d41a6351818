// Organizations: who owns keys, documents and checks; and what the operator sees and does of them.
import { asc, count, eq, sql } from "drizzle-orm";
import { memberships } from "./db/people.ts";
import { organizations } from "./db/schema.ts";
import { ApiError } from "./errors.ts";
import { newId } from "./ids.ts";
import type { Services } from "./services.ts";

export async function createOrganization(
  services: Pick<Services, "db" | "clock">,
  { name, allowance }: { name: string; allowance: number },
): Promise<string> {
  const id = newId("org");
  await services.db.insert(organizations).values({ id, name, allowance, createdAt: services.clock() });
  return id;
}

export async function countOrganizations(services: Pick<Services, "db">): Promise<number> {
  const [row] = await services.db.select({ number: count() }).from(organizations);
  return row?.number ?? 0;
}

export interface KnownOrganization {
  id: string;
  name: string;
  allowance: number;
  used: number;
  members: number;
  createdAt: Date;
  suspendedAt: Date | null;
}

/** Of all, or of the one that is named; oldest first. */
export async function listOrganizations(services: Pick<Services, "db">, id?: string): Promise<KnownOrganization[]> {
  return services.db
    .select({
      id: organizations.id,
      name: organizations.name,
      allowance: organizations.allowance,
      used: organizations.used,
      members: sql<number>`count(${memberships.userId})::int`,
      createdAt: organizations.createdAt,
      suspendedAt: organizations.suspendedAt,
    })
    .from(organizations)
    .leftJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(id === undefined ? undefined : eq(organizations.id, id))
    .groupBy(organizations.id)
    .orderBy(asc(organizations.createdAt), asc(organizations.id));
}

/** From the next request on its keys and its pages are refused; nothing is deleted. `false` lets it go on. */
export async function suspendOrganization(
  services: Pick<Services, "db" | "clock">,
  id: string,
  suspended: boolean,
): Promise<void> {
  const rows = await services.db
    .update(organizations)
    .set({ suspendedAt: suspended ? services.clock() : null })
    .where(eq(organizations.id, id))
    .returning({ id: organizations.id });
  if (rows.length === 0) throw new ApiError("not_found", "No such organization.");
}
