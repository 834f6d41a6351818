// `assay key create|list|revoke`: the API keys of an organization.
import { readArguments, refusal } from "../terminal/arguments.ts";
import { day, run as operate, table, WHERE } from "./operate.ts";

const OPTIONS = {
  name: { type: "string", default: "made on the command line" },
  organization: { type: "string" },
} as const;

const HELP = `Usage: assay key create [--name NAME] [--organization ID]
       assay key list [--organization ID]
       assay key revoke KEY_ID [--organization ID]

create makes an API key and prints it; it is not shown again. list shows id, beginning, name, when it was made and last
used. revoke stops a key from the next request on.
${WHERE}`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("key", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [verb, id, ...more] = positionals;
  const { organization } = values;
  if (verb === "create" && id === undefined) {
    const { key } = await operate("key.create", { organization, name: values.name });
    process.stdout.write(`${key}\n`);
  } else if (verb === "list" && id === undefined) {
    const keys = await operate("key.list", { organization });
    const rows = keys.map(({ id: key, start, name, createdAt, lastUsedAt, revokedAt }) => [
      key,
      `${start}…`,
      day(createdAt),
      day(lastUsedAt),
      revokedAt === null ? "active" : `revoked ${day(revokedAt)}`,
      name,
    ]);
    process.stdout.write(table([["id", "begins with", "made", "last used", "state", "name"], ...rows]));
  } else if (verb === "revoke" && id !== undefined && more.length === 0) {
    await operate("key.revoke", { organization, id });
    process.stdout.write(`${id} is revoked.\n`);
  } else throw refusal("key", "What is done with keys is `create`, `list` or `revoke KEY_ID`");
  return 0;
}
