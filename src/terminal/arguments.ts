// The arguments of a command as its options say; what cannot be understood is told in one sentence.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartError } from "../errors.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

const HELP = { help: { type: "boolean", short: "h", default: false } } as const;

/** Every command has `--help`. `command` is its name, for the hint at the end of a refusal. */
export function readArguments<const O extends Options>(command: string, args: string[], options: O) {
  try {
    return parseArgs({ args, options: { ...options, ...HELP }, allowPositionals: true });
  } catch (error) {
    // Node's message goes on with advice for programmers.
    const [sentence] = (error as Error).message.split(/(?<=\.)\s/);
    throw refusal(command, sentence?.replace(/\.$/, "") ?? "The arguments cannot be read");
  }
}

export function refusal(command: string, sentence: string): StartError {
  return new StartError(`${sentence}; see assay ${command} --help.`);
}
