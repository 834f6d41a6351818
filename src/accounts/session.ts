// Who is signed in: a value that this service sealed, naming the organization and when it ends. Replicas share the secret.
import { createHmac, timingSafeEqual } from "node:crypto";

export interface Session {
  organizationId: string;
  endsAt: Date;
}

export const SESSION_MILLISECONDS = 12 * 60 * 60 * 1000;

export function sealSession(secret: Buffer, { organizationId, endsAt }: Session): string {
  const said = `${organizationId}.${endsAt.getTime()}`;
  return `${said}.${sealOf(secret, said)}`;
}

/** Undefined for what nobody here sealed, and for what has ended. */
export function openSession(secret: Buffer, sealed: string, now: Date): Session | undefined {
  const [organizationId = "", end = "", seal = "", ...more] = sealed.split(".");
  const own = Buffer.from(sealOf(secret, `${organizationId}.${end}`));
  const given = Buffer.from(seal);
  if (more.length > 0 || own.length !== given.length || !timingSafeEqual(own, given)) return undefined;
  const endsAt = new Date(Number(end));
  return endsAt > now ? { organizationId, endsAt } : undefined;
}

function sealOf(secret: Buffer, said: string): string {
  return createHmac("sha256", secret).update(`session ${said}`).digest("base64url");
}
