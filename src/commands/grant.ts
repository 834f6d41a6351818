// `assay grant N`: more checks for an organization.
import { readArguments, refusal } from "../terminal/arguments.ts";
import { run as operate, WHERE } from "./operate.ts";

const MOST = 1_000_000;

const OPTIONS = { organization: { type: "string" } } as const;

const HELP = `Usage: assay grant NUMBER [--organization ID]

Grants an organization that many more checks.
${WHERE}`;

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
  const { organization, allowance } = await operate("grant", { organization: values.organization, checks });
  process.stdout.write(`${organization} has been granted ${checks} checks, ${allowance} in total.\n`);
  return 0;
}
