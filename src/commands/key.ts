// `assay key create`: another API key for an organization, shown once.
import { parseArgs } from "node:util";
import { StartError } from "../errors.ts";
import { createKey } from "../keys.ts";
import { chosenOrganization, withDatabase } from "./database.ts";

const HELP = `Usage: assay key create [--name NAME] [--organization ID]

Makes an API key and prints it; it is not shown again. Reads DATA_DIR and DATABASE_URL as the service does.
The embedded database has room for one process: stop the service first.
`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.join(" ") !== "create")
    throw new StartError("The only thing to do with keys here is `create`; see assay key --help.");
  await withDatabase(async (services) => {
    const organizationId = await chosenOrganization(services, values.organization);
    const { key } = await createKey(services, organizationId, values.name);
    process.stdout.write(`${key}\n`);
  });
  return 0;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        name: { type: "string", default: "made on the command line" },
        organization: { type: "string" },
      },
    });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}
