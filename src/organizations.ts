// Organizations: who owns keys, documents and checks.
import { count } from "drizzle-orm";
import { organizations } from "./db/schema.ts";
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

export async function listOrganizations(services: Pick<Services, "db">): Promise<{ id: string; name: string }[]> {
  return services.db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .orderBy(organizations.createdAt, organizations.id);
}
