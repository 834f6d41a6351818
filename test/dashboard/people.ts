// People of a test: signed up over the pages, with the mails that were sent to them.
import type { Message } from "../../src/mail/mail.ts";
import type { TestService } from "../harness.ts";
import { newVisitor, type Shown, type Visitor } from "./visitor.ts";

export const PASSWORD = "correct horse battery";

let count = 0;
export const newAddress = () => `person-${++count}@example.test`;

/** The last mail with that subject. */
export async function mailTo(service: TestService, email: string, subject: string): Promise<Message> {
  await service.services.mail.settled();
  const found = service.mails.findLast((mail) => mail.to === email && mail.subject === subject);
  if (found === undefined) throw new Error(`no mail “${subject}” to ${email}: ${JSON.stringify(service.mails)}`);
  return found;
}

export async function subjectsTo(service: TestService, email: string): Promise<string[]> {
  await service.services.mail.settled();
  return service.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
}

/** The path that a mail asks to open. */
export function pathIn(service: TestService, { link = "" }: Message): string {
  return link.replace(service.services.publicUrl, "");
}

export async function signUp(visitor: Visitor, email: string, password = PASSWORD): Promise<Shown> {
  await visitor.open("/sign-up");
  return visitor.submit("/sign-up", { name: "Anna Muster", email, password });
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD, path = "/sign-in"): Promise<Shown> {
  await visitor.open(path);
  return visitor.submit("/sign-in", { email, password });
}

export type SignedUp = Visitor & { email: string };

export async function signedUp(service: TestService, email = newAddress()): Promise<SignedUp> {
  const visitor = newVisitor(service);
  await signUp(visitor, email);
  await visitor.open(pathIn(service, await mailTo(service, email, "Confirm your e-mail address")));
  await visitor.submit("/confirm");
  return Object.assign(visitor, { email });
}
