// `assay grant N`: more checks for an organization.

import { readArguments, refusal } from "../terminal/arguments.ts";
import { grantChecks } from "../usage.ts";
import { chosenOrganization, withDatabase } from "./database.ts";

const MOST = 1_000_000;

const OPTIONS = { organization: { type: "string" } } as const;

const HELP = `Usage: assay grant NUMBER [--organization ID]

Grants an organization that many more checks. Reads DATA_DIR and DATABASE_URL as the service does.
The embedded database has room for one process: stop the service first.
`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("grant", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [number = "", ...more] = positionals;
  const checks = Number(number);
  if (!/^\d+$/.test(number) || checks < 1 || checks > MOST || more.length > 0) {
    throw refusal("grant", `grant takes one number of checks, from 1 to ${MOST}`);
  }
  await withDatabase(async (services) => {
    const organizationId = await chosenOrganization(services, values.organization);
    const allowance = await grantChecks(services, organizationId, checks);
    process.stdout.write(`${organizationId} has been granted ${checks} checks, ${allowance} in total.\n`);
  });
  return 0;
}
