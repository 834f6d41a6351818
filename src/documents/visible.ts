// Which documents an organization can see: its own, until their days are over.
import { and, eq, gt, type SQL } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import type { Services } from "../services.ts";

const RETENTION_DAYS = 30;

/** A document past its days is gone, swept or not. */
export function visibleTo(services: Services, organizationId: string): SQL | undefined {
  return and(eq(documents.organizationId, organizationId), gt(documents.createdAt, oldestKept(services)));
}

export function oldestKept(services: Services): Date {
  return new Date(services.clock().getTime() - RETENTION_DAYS * 86_400_000);
}
