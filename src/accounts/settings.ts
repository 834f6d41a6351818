// What people change of their own account: address, password, sessions, and its end.
import { and, desc, eq, gt, lte, ne } from "drizzle-orm";
import { credentials, memberships, sessions, users, verifications } from "../db/people.ts";
import { removeOrganization } from "../documents/remove.ts";
import { ApiError } from "../errors.ts";
import type { Services } from "../services.ts";
import { lockOrganization } from "../usage.ts";
import type { Accounts } from "./auth.ts";
import { readEmail } from "./email.ts";
import { isLocalOwner } from "./first-start.ts";
import { limitAttempts } from "./limits.ts";
import { addressChanging, passwordChanged } from "./mails.ts";
import { type Asking, type Cookies, signOut } from "./people.ts";
import type { Person } from "./person.ts";
import { inOurWords } from "./refusals.ts";

export async function hasPassword(accounts: Accounts, person: Person): Promise<boolean> {
  const rows = await accounts.services.db
    .select({ id: credentials.id })
    .from(credentials)
    .where(eq(credentials.userId, person.id));
  return rows.length > 0;
}

/** All other sessions end with it. */
export async function changePassword(
  accounts: Accounts,
  person: Person,
  { current, next }: { current: string; next: string },
  { headers, address }: Asking,
): Promise<Cookies> {
  const { api } = accounts.auth;
  if (!(await hasPassword(accounts, person))) {
    await inOurWords(api.setPassword({ body: { newPassword: next }, headers }));
    await endOtherSessions(accounts, person);
    return [];
  }
  await limitAttempts(accounts.services, "sign_in", { address, email: person.email });
  const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
  const answer = await inOurWords(api.changePassword({ body, headers, returnHeaders: true }));
  const { mail, publicUrl } = accounts.services;
  mail.post(passwordChanged(publicUrl, person.email));
  return answer.headers.getSetCookie();
}

/** The address changes when the link is opened that goes there; the old one is told. */
export async function changeEmail(
  accounts: Accounts,
  person: Person,
  { email, password }: { email: string; password: string },
  asking: Asking,
): Promise<void> {
  const newEmail = readEmail(email);
  if (newEmail === person.email) throw new ApiError("invalid_request", "This is your address already.");
  await limitAttempts(accounts.services, "mail", { address: asking.address, email: person.email });
  await requirePassword(accounts, person, password, asking);
  await inOurWords(accounts.auth.api.changeEmail({ body: { newEmail }, headers: asking.headers }));
  const { mail, publicUrl } = accounts.services;
  if (!isLocalOwner(person.email)) mail.post(addressChanging(publicUrl, person.email, newEmail));
}

export interface KnownSession {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  current: boolean;
}

export async function listSessions(accounts: Accounts, person: Person): Promise<KnownSession[]> {
  const { id, userAgent, createdAt } = sessions;
  const rows = await accounts.services.db
    .select({ id, userAgent, createdAt })
    .from(sessions)
    // By the clock of better-auth, which made it.
    .where(and(eq(sessions.userId, person.id), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.createdAt));
  return rows.map((row) => ({ ...row, current: row.id === person.sessionId }));
}

export async function endSession(accounts: Accounts, person: Person, id: string): Promise<void> {
  await accounts.services.db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, person.id)));
}

export async function endOtherSessions(accounts: Accounts, person: Person): Promise<void> {
  await accounts.services.db
    .delete(sessions)
    .where(and(eq(sessions.userId, person.id), ne(sessions.id, person.sessionId)));
}

/** Removes sessions and links that work no longer. */
export async function sweepLinks({ db }: Pick<Services, "db">): Promise<void> {
  const now = new Date();
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.delete(verifications).where(lte(verifications.expiresAt, now));
}

/** Deletes the account, and each organization that has no other member, with all that they hold. */
export async function deleteAccount(
  accounts: Accounts,
  person: Person,
  password: string,
  asking: Asking,
): Promise<Cookies> {
  const { services } = accounts;
  await requirePassword(accounts, person, password, asking);
  const left: string[] = [];
  await services.db.transaction(async (transaction) => {
    for (const { organizationId, name } of person.memberships) {
      await lockOrganization(transaction, organizationId);
      const members = await transaction
        .select()
        .from(memberships)
        .where(eq(memberships.organizationId, organizationId));
      const others = members.filter(({ userId }) => userId !== person.id);
      if (others.length === 0) left.push(organizationId);
      else if (!others.some(({ role }) => role === "owner")) {
        throw new ApiError("invalid_request", `You are the last owner of ${name}: make somebody else one first.`);
      }
    }
    await transaction.delete(users).where(eq(users.id, person.id));
  });
  for (const organizationId of left) await removeOrganization(services, organizationId);
  return signOut(accounts, asking.headers);
}

/** A session that was left open somewhere must not be enough. */
async function requirePassword(accounts: Accounts, person: Person, password: string, asking: Asking): Promise<void> {
  if (!(await hasPassword(accounts, person))) return;
  await limitAttempts(accounts.services, "sign_in", { address: asking.address, email: person.email });
  await inOurWords(accounts.auth.api.verifyPassword({ body: { password }, headers: asking.headers }));
}
