// Somebody without an organization gets one, and with a first confirmed address the first checks.
import { eq } from "drizzle-orm";
import { memberships, users } from "../db/people.ts";
import { createOrganization } from "../organizations.ts";
import type { Services } from "../services.ts";

export const WELCOME_CHECKS = 3;

/** The organization that was made, or undefined where the person has one, as who was invited. */
export function welcome(services: Services, userId: string): Promise<string | undefined> {
  const now = services.clock();
  return services.db.transaction(async (transaction) => {
    const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for("update");
    const [some] = await transaction.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
    if (user === undefined || some !== undefined) return undefined;
    // Once for a person: who leaves and comes back, or makes a second organization, had them.
    const allowance = user.welcomedAt === null ? WELCOME_CHECKS : 0;
    const name = `${user.name}'s organization`;
    const organizationId = await createOrganization({ db: transaction, clock: () => now }, { name, allowance });
    await transaction.insert(memberships).values({ organizationId, userId, role: "owner", createdAt: now });
    await transaction
      .update(users)
      .set({ welcomedAt: user.welcomedAt ?? now })
      .where(eq(users.id, userId));
    return organizationId;
  });
}
