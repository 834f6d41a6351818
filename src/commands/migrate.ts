// `assay migrate`: brings the tables up to date, and nothing else.
import { readConfig } from "../config.ts";
import { openLog } from "../log.ts";
import { openOwnDatabase } from "../services.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";

const HELP = `Usage: assay migrate

Brings the tables of DATABASE_URL, or of the embedded database in DATA_DIR, up to date. Every start does so too; this is for
doing it before, by itself. Services of the version before go on running beside it.
`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("migrate", args, {});
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.length > 0) throw refusal("migrate", "migrate takes no arguments");
  const log = openLog((line) => process.stderr.write(line));
  const { close } = await openOwnDatabase(readConfig(process.env), log);
  await close();
  process.stdout.write("The tables are up to date.\n");
  return 0;
}
