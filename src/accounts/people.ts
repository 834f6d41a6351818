// Signing up, in and out, and what is done by links from mails. Answers never tell whether an address has an account.
import { readName } from "../names.ts";
import type { Accounts } from "./auth.ts";
import { readEmail } from "./email.ts";
import { type Attempt, limitAttempts } from "./limits.ts";
import { inOurWords } from "./refusals.ts";

/** Values for `Set-Cookie`. */
export type Cookies = string[];

export type Asking = { headers: Headers; address: string };

export async function signUp(
  accounts: Accounts,
  { name, email, password }: { name: string; email: string; password: string },
  { address }: Asking,
): Promise<void> {
  const body = { name: readName(name, "The name"), email: readEmail(email), password };
  await limitAttempts(accounts.services, "mail", { address, email: body.email });
  await inOurWords(accounts.auth.api.signUpEmail({ body }));
}

export async function signIn(
  accounts: Accounts,
  { email, password }: { email: string; password: string },
  { headers, address }: Asking,
): Promise<Cookies> {
  const attempt: Attempt = { address, email };
  await limitAttempts(accounts.services, "sign_in", attempt);
  const answer = await inOurWords(
    accounts.auth.api.signInEmail({ body: { email: email.trim(), password }, headers, returnHeaders: true }),
  );
  return answer.headers.getSetCookie();
}

export async function signOut(accounts: Accounts, headers: Headers): Promise<Cookies> {
  const answer = await accounts.auth.api.signOut({ headers, returnHeaders: true });
  return answer.headers.getSetCookie();
}

/** Opens a link that confirms an address, of a new account or of one that changes it, and signs its owner in. */
export async function confirmEmail(accounts: Accounts, token: string, headers: Headers): Promise<Cookies> {
  const call = accounts.auth.api.verifyEmail({ query: { token }, headers, returnHeaders: true });
  return (await inOurWords(call)).headers.getSetCookie();
}

export async function askForReset(accounts: Accounts, email: string, { address }: Asking): Promise<void> {
  const read = readEmail(email);
  await limitAttempts(accounts.services, "mail", { address, email: read });
  await accounts.auth.api.requestPasswordReset({ body: { email: read } });
}

export async function resetPassword(accounts: Accounts, token: string, newPassword: string): Promise<void> {
  await inOurWords(accounts.auth.api.resetPassword({ body: { token, newPassword } }));
}
