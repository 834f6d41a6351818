// Who is signed in: the person behind the session's cookie, and the organization that is looked at.
import { and, asc, eq } from "drizzle-orm";
import { memberships, sessions } from "../db/people.ts";
import { organizations } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import type { Accounts } from "./auth.ts";
import type { Cookies } from "./people.ts";

export type Role = "owner" | "member";

export interface Membership {
  organizationId: string;
  name: string;
  role: Role;
  suspended: boolean;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  sessionId: string;
  /** The secret of the session, for what is bound to it. */
  sessionToken: string;
  memberships: Membership[];
  /** The one that is looked at; undefined for who belongs to none. */
  current: Membership | undefined;
  operator: boolean;
}

/** `cookies`: the session's, where it was prolonged. */
export async function findPerson(
  accounts: Accounts,
  headers: Headers,
): Promise<{ person: Person; cookies: Cookies } | undefined> {
  const { headers: answered, response } = await accounts.auth.api.getSession({ headers, returnHeaders: true });
  if (response === null) return undefined;
  const { user, session } = response;
  const { db, operators } = accounts.services;
  const own = await db
    .select({
      organizationId: organizations.id,
      name: organizations.name,
      role: memberships.role,
      suspendedAt: organizations.suspendedAt,
    })
    .from(memberships)
    .innerJoin(organizations, eq(memberships.organizationId, organizations.id))
    .where(eq(memberships.userId, user.id))
    .orderBy(asc(memberships.createdAt), asc(organizations.id));
  const belongs = own.map(({ suspendedAt, ...rest }) => ({ ...rest, suspended: suspendedAt !== null }));
  const [chosen] = await db.select().from(sessions).where(eq(sessions.id, session.id));
  return {
    person: {
      id: user.id,
      name: user.name,
      email: user.email,
      sessionId: session.id,
      sessionToken: session.token,
      memberships: belongs,
      current: belongs.find(({ organizationId }) => organizationId === chosen?.organizationId) ?? belongs[0],
      operator: user.emailVerified && operators.includes(user.email),
    },
    cookies: answered.getSetCookie(),
  };
}

/** Looks at another of the person's organizations from now on, in this session. */
export async function chooseOrganization(accounts: Accounts, person: Person, organizationId: string): Promise<void> {
  if (!person.memberships.some((one) => one.organizationId === organizationId)) {
    throw new ApiError("not_found", "No such organization.");
  }
  await accounts.services.db
    .update(sessions)
    .set({ organizationId })
    .where(and(eq(sessions.id, person.sessionId), eq(sessions.userId, person.id)));
}
