// Taking up an invitation: by who is signed in with the address it went to, or by somebody new. Who holds the link has
// read the mailbox, so that a new account needs no other proof.
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "../db/open.ts";
import { invitations, memberships, users } from "../db/people.ts";
import { organizations } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import { readName } from "../names.ts";
import type { Services } from "../services.ts";
import { lockOrganization } from "../usage.ts";
import { type Accounts, PASSWORD_LENGTH } from "./auth.ts";
import { hashOf } from "./members.ts";
import type { Cookies } from "./people.ts";
import { chooseOrganization, type Person, type Role } from "./person.ts";

export interface Invitation {
  id: string;
  organizationId: string;
  organization: string;
  email: string;
  role: Role;
  /** Whether the address has an account: told only to who holds the link. */
  known: boolean;
}

export async function readInvitation(services: Services, token: string): Promise<Invitation | undefined> {
  const [row] = await services.db
    .select({
      id: invitations.id,
      organizationId: organizations.id,
      organization: organizations.name,
      email: invitations.email,
      role: invitations.role,
      userId: users.id,
    })
    .from(invitations)
    .innerJoin(organizations, eq(invitations.organizationId, organizations.id))
    .leftJoin(users, eq(users.email, invitations.email))
    .where(and(eq(invitations.hash, hashOf(token)), gt(invitations.expiresAt, services.clock())));
  if (row === undefined) return undefined;
  const { userId, ...invitation } = row;
  return { ...invitation, known: userId !== null };
}

/** Joins with the account that is signed in. */
export async function acceptInvitation(accounts: Accounts, person: Person, token: string): Promise<void> {
  const { services } = accounts;
  const invitation = await openInvitation(services, token);
  if (invitation.email !== person.email) {
    throw new ApiError("invalid_request", `This invitation is for ${invitation.email}; sign in with that address.`);
  }
  await services.db.transaction((transaction) => join(transaction, services, invitation, person.id));
  const { organizationId, organization: name, role } = invitation;
  const joined = { organizationId, name, role, suspended: false };
  await chooseOrganization(accounts, { ...person, memberships: [...person.memberships, joined] }, organizationId);
}

/** Makes an account for the address that was invited, joins, and signs in. */
export async function acceptAsNew(
  accounts: Accounts,
  token: string,
  { name, password }: { name: string; password: string },
  headers: Headers,
): Promise<Cookies> {
  const { services, auth } = accounts;
  const invitation = await openInvitation(services, token);
  const readable = readName(name, "The name");
  if (invitation.known) throw new ApiError("invalid_request", "This address has an account: sign in with it.");
  if (password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most) {
    const { least, most } = PASSWORD_LENGTH;
    throw new ApiError("invalid_request", `A password has ${least} to ${most} characters.`);
  }
  const context = await auth.$context;
  const hash = await context.password.hash(password);
  const user = await context.internalAdapter.createUser(
    { email: invitation.email, name: readable, emailVerified: true },
    { method: "invitation" },
  );
  await context.internalAdapter.linkAccount({
    userId: user.id,
    providerId: "credential",
    accountId: user.id,
    password: hash,
  });
  await services.db.transaction((transaction) => join(transaction, services, invitation, user.id));
  const answer = await auth.api.enter({ body: { userId: user.id }, headers, returnHeaders: true });
  return answer.headers.getSetCookie();
}

async function openInvitation(services: Services, token: string): Promise<Invitation> {
  const invitation = await readInvitation(services, token);
  if (invitation === undefined) {
    throw new ApiError("not_found", "This invitation was taken up or withdrawn, or it is older than seven days.");
  }
  return invitation;
}

/** Once: whoever comes second finds it gone. */
async function join(transaction: Database, services: Services, invitation: Invitation, userId: string): Promise<void> {
  const { id, organizationId, role } = invitation;
  await lockOrganization(transaction, organizationId);
  const gone = await transaction.delete(invitations).where(eq(invitations.id, id)).returning();
  if (gone.length === 0) throw new ApiError("not_found", "This invitation was taken up already.");
  await transaction
    .insert(memberships)
    .values({ organizationId, userId, role, createdAt: services.clock() })
    .onConflictDoNothing();
}
