// The link that a start prints: whoever sits at the machine is the owner of the local organization. It works once, for ten
// minutes, in the process that printed it.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const MILLISECONDS = 10 * 60 * 1000;

export interface OneTimeLink {
  token: string;
  /** The organization, the first time the right token comes in time. */
  redeem(token: string): string | undefined;
}

export function newOneTimeLink(organizationId: string, clock: () => Date): OneTimeLink {
  const token = randomBytes(32).toString("base64url");
  const endsAt = clock().getTime() + MILLISECONDS;
  let used = false;
  return {
    token,
    redeem(given) {
      if (used || clock().getTime() >= endsAt || !timingSafeEqual(digest(given), digest(token))) return undefined;
      used = true;
      return organizationId;
    },
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
