// `assay serve`: the service, as `npm start` runs it; without its analyses where workers do them.
import { readConfig } from "../config.ts";
import { serve } from "../serve.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";

const OPTIONS = { "no-analysis": { type: "boolean", default: false } } as const;

const HELP = `Usage: assay serve [--no-analysis]

Serves the API and the dashboard, and analyses what is uploaded, until it is stopped. With --no-analysis that is left to
workers (assay worker) on the same DATABASE_URL and DATA_DIR; reports are still drawn here.
Settings are read from the environment; the README lists them.
`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("serve", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.length > 0) throw refusal("serve", "serve takes no arguments");
  await serve(readConfig(process.env), { answers: true, analyses: !values["no-analysis"] });
  return untilStopped();
}

/** The signal that stops the process ends it. */
export function untilStopped(): Promise<never> {
  return new Promise(() => undefined);
}
