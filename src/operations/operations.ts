// What an operator does from the command line: one table, run by the service that has the database, or by the command
// itself where none has.
import { z } from "zod";
import { sendNotice } from "../accounts/notices.ts";
import { ApiError } from "../errors.ts";
import { type Health, readHealth } from "../health.ts";
import { createKey, type KnownKey, listKeys, type NewKey, revokeKey } from "../keys.ts";
import { type KnownOrganization, listOrganizations, suspendOrganization } from "../organizations.ts";
import type { Services } from "../services.ts";
import { grantChecks } from "../usage.ts";

/** What an operation works with; the engine only where a service runs. */
export type Operated = Pick<Services, "db" | "clock" | "mail"> & { engine?: Services["engine"] };

const Organization = z.object({ organization: z.string().optional() });

export const INPUTS = {
  "key.create": Organization.extend({ name: z.string() }),
  "key.list": Organization,
  "key.revoke": Organization.extend({ id: z.string() }),
  grant: Organization.extend({ checks: z.int().min(1).max(1_000_000) }),
  organizations: z.object({}),
  suspend: z.object({ organization: z.string(), suspended: z.boolean() }),
  health: z.object({}),
  notice: z.object({ subject: z.string(), text: z.string() }),
} as const;

export type Name = keyof typeof INPUTS;
export type Input<N extends Name> = z.output<(typeof INPUTS)[N]>;

export interface Results {
  "key.create": NewKey;
  "key.list": KnownKey[];
  "key.revoke": { organization: string };
  grant: { organization: string; allowance: number };
  organizations: KnownOrganization[];
  suspend: { organization: string };
  health: Health;
  notice: { owners: number };
}

const RUN: { [N in Name]: (operated: Operated, input: Input<N>) => Promise<Results[N]> } = {
  "key.create": async (operated, { organization, name }) =>
    createKey(operated, await chosen(operated, organization), name),
  "key.list": async (operated, { organization }) => listKeys(operated, await chosen(operated, organization)),
  "key.revoke": async (operated, input) => {
    const organization = await chosen(operated, input.organization);
    await revokeKey(operated, organization, input.id);
    return { organization };
  },
  grant: async (operated, { organization: named, checks }) => {
    const organization = await chosen(operated, named);
    return { organization, allowance: await grantChecks(operated, organization, checks) };
  },
  organizations: (operated) => listOrganizations(operated),
  suspend: async (operated, { organization, suspended }) => {
    await suspendOrganization(operated, organization, suspended);
    return { organization };
  },
  health: (operated) => readHealth(operated),
  notice: async (operated, notice) => ({ owners: await sendNotice(operated, notice) }),
};

export async function operate<N extends Name>(operated: Operated, name: N, input: Input<N>): Promise<Results[N]> {
  return RUN[name](operated, input);
}

/** The one that was named, or the only one there is. */
async function chosen(operated: Operated, named: string | undefined): Promise<string> {
  const known = await listOrganizations(operated);
  if (named !== undefined) {
    if (known.some(({ id }) => id === named)) return named;
    throw new ApiError("not_found", `There is no organization ${named}.`);
  }
  const [only, ...more] = known;
  if (only === undefined) {
    throw new ApiError("not_found", "There is no organization yet; start the service once to make one.");
  }
  if (more.length === 0) return only.id;
  const list = known.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw new ApiError("invalid_request", `Say which organization with --organization: ${list}.`);
}
