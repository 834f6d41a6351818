// Who belongs to an organization, and as what. Owners invite, remove and give roles; the last owner stays.
import { createHash } from "node:crypto";
import { and, asc, count, eq, gt, lte } from "drizzle-orm";
import type { Database } from "../db/open.ts";
import { invitations, memberships, users } from "../db/people.ts";
import { organizations } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import { newId, randomBase62 } from "../ids.ts";
import { readName } from "../names.ts";
import type { Services } from "../services.ts";
import { lockOrganization } from "../usage.ts";
import { readEmail } from "./email.ts";
import { limitAttempts } from "./limits.ts";
import { invitation } from "./mails.ts";
import type { Role } from "./person.ts";

const INVITED_DAYS = 7;
/** Members and open invitations together. */
const MOST_MEMBERS = 100;

/** Who acts, and in which organization. */
export interface Acting {
  userId: string;
  organizationId: string;
}

export interface KnownMember {
  userId: string;
  name: string;
  email: string;
  role: Role;
  createdAt: Date;
}

export async function listMembers(services: Services, organizationId: string): Promise<KnownMember[]> {
  return services.db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      createdAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(memberships.userId, users.id))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.createdAt), asc(users.id));
}

export async function listInvitations(services: Services, organizationId: string) {
  const { id, email, role, expiresAt } = invitations;
  return services.db
    .select({ id, email, role, expiresAt })
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), gt(invitations.expiresAt, services.clock())))
    .orderBy(asc(invitations.createdAt));
}

/** Sends a link, `from` counting against its limit; an earlier one to the same address works no longer. Whether the address has an account is not told. */
export async function inviteMember(
  services: Services,
  acting: Acting,
  { email, role, from }: { email: string; role: Role; from: string },
): Promise<void> {
  const to = readEmail(email);
  await limitAttempts(services, "mail", { address: from, email: to });
  const token = randomBase62(40);
  const now = services.clock();
  const expiresAt = new Date(now.getTime() + INVITED_DAYS * 86_400_000);
  const { organizationId } = acting;
  const name = await asOwner(services, acting, async (transaction) => {
    const members = await membersOf(transaction, organizationId);
    if (members.some((member) => member.email === to)) throw refusal(`${to} belongs to the organization already.`);
    const [open] = await transaction
      .select({ number: count() })
      .from(invitations)
      .where(eq(invitations.organizationId, organizationId));
    if (members.length + (open?.number ?? 0) >= MOST_MEMBERS) {
      throw refusal(`An organization has at most ${MOST_MEMBERS} members and invitations.`);
    }
    const link = { role, hash: hashOf(token), expiresAt, createdAt: now };
    await transaction
      .insert(invitations)
      .values({ id: newId("inv"), organizationId, email: to, ...link })
      .onConflictDoUpdate({ target: [invitations.organizationId, invitations.email], set: link });
    const [row] = await transaction.select().from(organizations).where(eq(organizations.id, organizationId));
    return row?.name ?? "";
  });
  services.mail.post(invitation(services.publicUrl, to, name, token));
}

export async function cancelInvitation(services: Services, acting: Acting, id: string): Promise<void> {
  await asOwner(services, acting, (transaction) =>
    transaction
      .delete(invitations)
      .where(and(eq(invitations.id, id), eq(invitations.organizationId, acting.organizationId))),
  );
}

export async function changeRole(services: Services, acting: Acting, userId: string, role: Role): Promise<void> {
  await asOwner(services, acting, async (transaction) => {
    if (role !== "owner") await requireAnotherOwner(transaction, { ...acting, userId });
    const changed = await transaction
      .update(memberships)
      .set({ role })
      .where(theMembership({ ...acting, userId }))
      .returning();
    if (changed.length === 0) throw noSuchMember();
  });
}

export async function removeMember(services: Services, acting: Acting, userId: string): Promise<void> {
  await asOwner(services, acting, (transaction) => takeOut(transaction, { ...acting, userId }));
}

/** What every member may do, but for the last owner. */
export async function leaveOrganization(services: Services, acting: Acting): Promise<void> {
  await services.db.transaction(async (transaction) => {
    await lockOrganization(transaction, acting.organizationId);
    await takeOut(transaction, acting);
  });
}

export async function renameOrganization(services: Services, acting: Acting, text: string): Promise<void> {
  const name = readName(text, "The name of the organization");
  await asOwner(services, acting, (transaction) =>
    transaction.update(organizations).set({ name }).where(eq(organizations.id, acting.organizationId)),
  );
}

export async function sweepInvitations(services: Services): Promise<void> {
  await services.db.delete(invitations).where(lte(invitations.expiresAt, services.clock()));
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Runs the work in one transaction, alone in the organization, if an owner of it acts. */
function asOwner<Result>(
  services: Services,
  acting: Acting,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return services.db.transaction(async (transaction) => {
    await lockOrganization(transaction, acting.organizationId);
    const members = await membersOf(transaction, acting.organizationId);
    if (!members.some(({ userId, role }) => userId === acting.userId && role === "owner")) {
      throw refusal("Only an owner of the organization can do this.");
    }
    return work(transaction);
  });
}

async function takeOut(transaction: Database, who: Acting): Promise<void> {
  await requireAnotherOwner(transaction, who);
  const gone = await transaction.delete(memberships).where(theMembership(who)).returning();
  if (gone.length === 0) throw noSuchMember();
}

/** Somebody must be able to let others in and out. */
async function requireAnotherOwner(transaction: Database, { organizationId, userId }: Acting): Promise<void> {
  const members = await membersOf(transaction, organizationId);
  const others = members.filter((member) => member.role === "owner" && member.userId !== userId);
  if (others.length === 0) {
    throw refusal("An organization needs an owner: make somebody else one first, or delete your account with it.");
  }
}

async function membersOf(transaction: Database, organizationId: string) {
  return transaction
    .select({ userId: memberships.userId, role: memberships.role, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(memberships.userId, users.id))
    .where(eq(memberships.organizationId, organizationId));
}

function theMembership({ organizationId, userId }: Acting) {
  return and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
}

function noSuchMember(): ApiError {
  return new ApiError("not_found", "No such member of the organization.");
}

function refusal(sentence: string): ApiError {
  return new ApiError("invalid_request", sentence);
}
