// Counted windows over all replicas: a window starts with a subject's first request in it.
import { eq, lte, sql } from "drizzle-orm";
import { rateWindows } from "./db/schema.ts";
import type { Services } from "./services.ts";

export interface Policy {
  name: string;
  requests: number;
  seconds: number;
}

export interface Allowance {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

export const PER_KEY: Policy = { name: "key", requests: 60, seconds: 60 };
/** Requests without a valid key; a valid one from the same address is never held up by them. */
export const BAD_KEYS_PER_ADDRESS: Policy = { name: "address", requests: 60, seconds: 60 };

/** What is tried with a password, and what sends a mail: by network address, and by the e-mail address that was typed. */
export const SIGN_INS = {
  address: { name: "sign_in_address", requests: 30, seconds: 900 },
  account: { name: "sign_in_account", requests: 10, seconds: 900 },
} satisfies Record<string, Policy>;
export const MAILS = {
  address: { name: "mail_address", requests: 10, seconds: 3600 },
  account: { name: "mail_account", requests: 5, seconds: 3600 },
} satisfies Record<string, Policy>;
/** Mails that confirm an address: signing in before it is confirmed sends one each time. */
export const CONFIRMATIONS: Policy = { name: "mail_confirmation", requests: 5, seconds: 3600 };

/** Files of an organization whose analysis went over a limit of the engine: each takes what hundreds of others take. */
export const OVER_LIMITS: Policy = { name: "over_limits", requests: 20, seconds: 3600 };

const POLICIES = [
  PER_KEY,
  OVER_LIMITS,
  BAD_KEYS_PER_ADDRESS,
  CONFIRMATIONS,
  ...Object.values(SIGN_INS),
  ...Object.values(MAILS),
];

/** Counts one request of `subject` and says whether it is within the policy. */
export async function countRequest(services: Services, policy: Policy, subject: string): Promise<Allowance> {
  const now = services.clock();
  const [row] = await services.db
    .insert(rateWindows)
    .values({ subject: nameOf(policy, subject), startedAt: now, count: 1 })
    .onConflictDoUpdate(oneMore(policy))
    .returning();
  return allowance(policy, now, row);
}

/** What becomes of a window that stands there: it counts one more, or begins anew. */
export function oneMore({ seconds }: Policy) {
  const over = sql`${rateWindows.startedAt} <= excluded.started_at - ${`${seconds} seconds`}::interval`;
  return {
    target: rateWindows.subject,
    set: {
      count: sql`case when ${over} then 1 else ${rateWindows.count} + 1 end`,
      startedAt: sql`case when ${over} then excluded.started_at else ${rateWindows.startedAt} end`,
    },
  };
}

/** The same answer without counting. */
export async function readAllowance(services: Services, policy: Policy, subject: string): Promise<Allowance> {
  const now = services.clock();
  const [row] = await services.db
    .select()
    .from(rateWindows)
    .where(eq(rateWindows.subject, nameOf(policy, subject)));
  const current = row !== undefined && row.startedAt > windowBefore(policy, now) ? row : undefined;
  return allowance(policy, now, current);
}

export async function sweepRates(services: Services): Promise<void> {
  const longest = Math.max(...POLICIES.map(({ seconds }) => seconds));
  await services.db
    .delete(rateWindows)
    .where(lte(rateWindows.startedAt, new Date(services.clock().getTime() - longest * 1000)));
}

/** What a window leaves of the policy. */
export function allowance(
  policy: Policy,
  now: Date,
  window: { startedAt: Date; count: number } | undefined,
): Allowance {
  const count = window?.count ?? 0;
  const ends = (window?.startedAt ?? now).getTime() + policy.seconds * 1000;
  return {
    allowed: count <= policy.requests,
    remaining: Math.max(0, policy.requests - count),
    resetSeconds: Math.max(1, Math.ceil((ends - now.getTime()) / 1000)),
  };
}

export function nameOf(policy: Policy, subject: string): string {
  return `${policy.name}:${subject}`;
}

function windowBefore(policy: Policy, now: Date): Date {
  return new Date(now.getTime() - policy.seconds * 1000);
}
