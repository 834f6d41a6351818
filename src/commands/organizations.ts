// `assay organizations`: who there is; `assay organizations suspend|resume ID`: stops one, and lets it go on.
import { readArguments, refusal } from "../terminal/arguments.ts";
import { day, run as operate, table, WHERE } from "./operate.ts";

const HELP = `Usage: assay organizations
       assay organizations suspend ID
       assay organizations resume ID

Lists organizations with their checks. A suspended one keeps everything, but its keys and its pages of documents are
refused from the next request on.
${WHERE}`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("organizations", args, {});
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [verb, organization, ...more] = positionals;
  if (verb === undefined) process.stdout.write(await list());
  else if ((verb === "suspend" || verb === "resume") && organization !== undefined && more.length === 0) {
    await operate("suspend", { organization, suspended: verb === "suspend" });
    process.stdout.write(`${organization} is ${verb === "suspend" ? "suspended" : "active again"}.\n`);
  } else throw refusal("organizations", "What is done with organizations is nothing, `suspend ID` or `resume ID`");
  return 0;
}

async function list(): Promise<string> {
  const known = await operate("organizations", {});
  const rows = known.map(({ id, used, allowance, members, createdAt, suspendedAt, name }) => [
    id,
    `${used}/${allowance}`,
    `${members}`,
    day(createdAt),
    suspendedAt === null ? "active" : `suspended ${day(suspendedAt)}`,
    name,
  ]);
  return table([["id", "used", "members", "since", "state", "name"], ...rows]);
}
