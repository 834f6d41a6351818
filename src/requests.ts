// The request log of an organization: found by request id, kept 30 days.
import { lte } from "drizzle-orm";
import { requests } from "./db/schema.ts";
import type { Services } from "./services.ts";

const RETENTION_DAYS = 30;

export type RequestRecord = Omit<typeof requests.$inferInsert, "createdAt">;

export async function recordRequest(services: Services, record: RequestRecord): Promise<void> {
  await services.db.insert(requests).values({ ...record, createdAt: services.clock() });
}

export async function sweepRequests(services: Services): Promise<void> {
  const oldest = new Date(services.clock().getTime() - RETENTION_DAYS * 86_400_000);
  await services.db.delete(requests).where(lte(requests.createdAt, oldest));
}
