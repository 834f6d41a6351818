// `assay worker`: analyses what others receive.
import { readConfig } from "../config.ts";
import { serve } from "../serve.ts";
import { readArguments, refusal } from "../terminal/arguments.ts";
import { untilStopped } from "./serve.ts";

const HELP = `Usage: assay worker

Analyses the documents that services on the same DATABASE_URL and DATA_DIR receive, ENGINE_PROCESSES at once, until it is
stopped. Answers no requests but those of METRICS_PORT.
`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("worker", args, {});
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.length > 0) throw refusal("worker", "worker takes no arguments");
  await serve(readConfig(process.env), { answers: false, analyses: true });
  return untilStopped();
}
