// `assay key create`: another API key for an organization, shown once.
import { createKey } from "../keys.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { chosenOrganization, withDatabase } from "./database.ts";

const OPTIONS = {
  name: { type: "string", default: "made on the command line" },
  organization: { type: "string" },
} as const;

const HELP = `Usage: assay key create [--name NAME] [--organization ID]

Makes an API key and prints it; it is not shown again. Reads DATA_DIR and DATABASE_URL as the service does.
The embedded database has room for one process: stop the service first.
`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("key", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.join(" ") !== "create") throw refusal("key", "The only thing to do with keys here is `create`");
  await withDatabase(async (services) => {
    const organizationId = await chosenOrganization(services, values.organization);
    const { key } = await createKey(services, organizationId, values.name);
    process.stdout.write(`${key}\n`);
  });
  return 0;
}
