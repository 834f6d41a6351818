// `assay notice`: a mail to the owners of all organizations, before something changes for them.
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { StartError } from "../errors.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { run as operate, WHERE } from "./operate.ts";

const OPTIONS = { subject: { type: "string" } } as const;

const HELP = `Usage: assay notice --subject SUBJECT FILE
       assay notice --subject SUBJECT -

Sends the text of a file, or of standard input, to the owners of all organizations by e-mail.
${WHERE}`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("notice", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [file, ...more] = positionals;
  const { subject } = values;
  if (subject === undefined || file === undefined || more.length > 0) {
    throw refusal("notice", "notice takes --subject and one file, or - for standard input");
  }
  const { owners } = await operate("notice", { subject, text: await read(file) });
  process.stdout.write(`The notice goes to ${owners} owner${owners === 1 ? "" : "s"}.\n`);
  return 0;
}

async function read(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${file} cannot be read (${error.code}).`);
  });
}
