// Checks: granted, reserved when an upload is accepted, spent when it completes, given back when it does not.
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./db/open.ts";
import { organizations } from "./db/schema.ts";
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
export async function reserveCheck(transaction: Database, organizationId: string, source: Source): Promise<boolean> {
  const throughApi = source === "api" ? 1 : 0;
  const rows = await transaction
    .update(organizations)
    .set({ used: sql`${organizations.used} + 1`, apiDocuments: sql`${organizations.apiDocuments} + ${throughApi}` })
    .where(and(eq(organizations.id, organizationId), lt(organizations.used, organizations.allowance)))
    .returning({ id: organizations.id });
  return rows.length > 0;
}

export async function returnCheck(transaction: Database, organizationId: string): Promise<void> {
  await transaction
    .update(organizations)
    .set({ used: sql`${organizations.used} - 1` })
    .where(and(eq(organizations.id, organizationId), gt(organizations.used, 0)));
}
