// How often an address of the network may try, and how often anybody may try for one account. Counted before anything is
// looked up, and alike for accounts that do not exist.
import { createHash } from "node:crypto";
import { ApiError } from "../errors.ts";
import { CONFIRMATIONS, countRequest, MAILS, SIGN_INS } from "../rates.ts";
import type { Services } from "../services.ts";

const LIMITS = { sign_in: SIGN_INS, mail: MAILS };

/** Who tries: the network address, and the e-mail address that was typed. */
export interface Attempt {
  address: string;
  email: string;
}

export async function limitAttempts(services: Services, kind: keyof typeof LIMITS, attempt: Attempt): Promise<void> {
  const { address, account } = LIMITS[kind];
  const counted = [
    await countRequest(services, address, attempt.address),
    await countRequest(services, account, subjectOf(attempt.email)),
  ];
  const refused = counted.filter(({ allowed }) => !allowed);
  if (refused.length === 0) return;
  const seconds = Math.max(...refused.map(({ resetSeconds }) => resetSeconds));
  const minutes = Math.ceil(seconds / 60);
  throw new ApiError("rate_limited", `Too many attempts; try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`, {
    "Retry-After": String(seconds),
  });
}

/** Whether one more mail that confirms may go to an address: signing in before it is confirmed sends one each time. */
export async function mayConfirm(services: Services, email: string): Promise<boolean> {
  return (await countRequest(services, CONFIRMATIONS, subjectOf(email))).allowed;
}

/** Hashed: the address of somebody who never signed up is not kept. Blanks around it are none of it. */
function subjectOf(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
