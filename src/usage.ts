// Checks: granted, reserved when an upload is accepted, spent when it completes, given back when it does not.
import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./db/open.ts";
import { organizations, usageDays } from "./db/schema.ts";
import { ApiError } from "./errors.ts";
import type { Services } from "./services.ts";

const Count = z.int().min(0);

export const Usage = z
  .object({
    object: z.literal("usage"),
    allowance: Count.meta({ description: "Checks granted in total." }),
    used: Count.meta({ description: "Checks spent, by the API and the dashboard together." }),
    remaining: Count.meta({ description: "Checks left." }),
    api_documents: Count.meta({ description: "Documents ever sent through the API, charged or not." }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

export async function readUsage(services: Services, organizationId: string): Promise<Usage> {
  const [row] = await services.db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (row === undefined) throw new ApiError("not_found", "No such organization.");
  return {
    object: "usage",
    allowance: row.allowance,
    used: row.used,
    remaining: Math.max(0, row.allowance - row.used),
    api_documents: row.apiDocuments,
  };
}

export async function grantChecks(
  services: Pick<Services, "db">,
  organizationId: string,
  checks: number,
): Promise<number> {
  const [row] = await services.db
    .update(organizations)
    .set({ allowance: sql`${organizations.allowance} + ${checks}` })
    .where(eq(organizations.id, organizationId))
    .returning({ allowance: organizations.allowance });
  if (row === undefined) throw new ApiError("not_found", "No such organization.");
  return row.allowance;
}

/** Holds the organization's row until the transaction ends: its uploads are accepted one after the other. */
export async function lockOrganization(transaction: Database, organizationId: string): Promise<void> {
  await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("update");
}

export async function hasCheckLeft(services: Services, organizationId: string): Promise<boolean> {
  const rows = await services.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), lt(organizations.used, organizations.allowance)));
  return rows.length > 0;
}

/** By which way a document came. Both take from the same checks; only the API's are counted as `api_documents`. */
export type Source = "api" | "dashboard";

/** Takes a check for one document, or says that none is left. */
export async function reserveCheck(
  transaction: Database,
  organizationId: string,
  { source, at }: { source: Source; at: Date },
): Promise<boolean> {
  const throughApi = source === "api" ? 1 : 0;
  const rows = await transaction
    .update(organizations)
    .set({ used: sql`${organizations.used} + 1`, apiDocuments: sql`${organizations.apiDocuments} + ${throughApi}` })
    .where(and(eq(organizations.id, organizationId), lt(organizations.used, organizations.allowance)))
    .returning({ id: organizations.id });
  if (rows.length === 0) return false;
  const day = { organizationId, day: dayOf(at), source };
  await transaction
    .insert(usageDays)
    .values({ ...day, accepted: 1 })
    .onConflictDoUpdate({ target: DAY, set: { accepted: sql`${usageDays.accepted} + 1` } });
  return true;
}

/** Gives back the check of a document that is not charged, on the day it was taken. */
export async function returnCheck(
  transaction: Database,
  { organizationId, source, createdAt }: { organizationId: string; source: Source; createdAt: Date },
): Promise<void> {
  await transaction
    .update(organizations)
    .set({ used: sql`${organizations.used} - 1` })
    .where(and(eq(organizations.id, organizationId), gt(organizations.used, 0)));
  const day = { organizationId, day: dayOf(createdAt), source };
  await transaction
    .insert(usageDays)
    .values({ ...day, returned: 1 })
    .onConflictDoUpdate({ target: DAY, set: { returned: sql`${usageDays.returned} + 1` } });
}

export interface UsageDay {
  /** In UTC. */
  day: string;
  source: Source;
  accepted: number;
  returned: number;
}

/** The days with documents among the last `days`, oldest first. */
export async function listUsageDays(services: Services, organizationId: string, days: number): Promise<UsageDay[]> {
  const first = dayOf(new Date(services.clock().getTime() - (days - 1) * 86_400_000));
  const { day, source, accepted, returned } = usageDays;
  return services.db
    .select({ day, source, accepted, returned })
    .from(usageDays)
    .where(and(eq(usageDays.organizationId, organizationId), gte(usageDays.day, first)))
    .orderBy(asc(usageDays.day), asc(usageDays.source));
}

const DAY = [usageDays.organizationId, usageDays.day, usageDays.source];

/** In UTC. */
function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
