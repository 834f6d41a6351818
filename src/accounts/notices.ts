// A notice by e-mail to the owners of all organizations: what changes of the service, before it changes.
import { and, eq, ne } from "drizzle-orm";
import { memberships, users } from "../db/people.ts";
import { ApiError } from "../errors.ts";
import type { Services } from "../services.ts";
import { LOCAL_OWNER } from "./first-start.ts";
import { letter } from "./mails.ts";

const LONGEST = { subject: 150, text: 20_000 };

export interface Notice {
  subject: string;
  text: string;
}

/** Everybody once, however many organizations they own. */
export async function listOwners({ db }: Pick<Services, "db">): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(memberships.userId, users.id))
    .where(and(eq(memberships.role, "owner"), eq(users.emailVerified, true), ne(users.email, LOCAL_OWNER)));
  return rows.map(({ email }) => email);
}

/** Hands the mails over and says how many; they go out one after the other. */
export async function sendNotice(services: Pick<Services, "db" | "mail">, notice: Notice): Promise<number> {
  const subject = notice.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").trim();
  const text = notice.text.replaceAll("\r\n", "\n").trim();
  if (subject === "" || subject.length > LONGEST.subject) {
    throw new ApiError("invalid_request", `A notice needs a subject of at most ${LONGEST.subject} characters.`);
  }
  if (text === "" || text.length > LONGEST.text) {
    throw new ApiError("invalid_request", `A notice needs a text of at most ${LONGEST.text} characters.`);
  }
  const owners = await listOwners(services);
  for (const owner of owners) services.mail.post(letter(owner, subject, undefined, [text]));
  return owners.length;
}
