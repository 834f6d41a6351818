// `assay health`: what waits, what failed today, how busy the engine is.
import { readArguments, refusal } from "../terminal/arguments.ts";
import { run as operate, WHERE } from "./operate.ts";

const HELP = `Usage: assay health [--json]

Says how many documents wait and for how long, how those of the last 24 hours ended, and, of a service that runs on the
embedded database, how busy its engine is. Exit status: 0 nothing waits for longer than a minute, 1 something does.
${WHERE}`;

const OPTIONS = { json: { type: "boolean", default: false } } as const;
const LATE_SECONDS = 60;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments("health", args, OPTIONS);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (positionals.length > 0) throw refusal("health", "health takes no argument");
  const health = await operate("health", {});
  const { processing, waiting, oldestSeconds, ended, engine } = health;
  if (values.json) process.stdout.write(`${JSON.stringify(health)}\n`);
  else {
    const oldest = oldestSeconds === null ? "" : `, the oldest for ${oldestSeconds} s`;
    const lines = [
      `${processing} documents are being checked, ${waiting} of them wait${oldest}.`,
      `Last 24 hours: ${ended.map(({ kind, documents }) => `${documents} ${kind}`).join(", ") || "none"}.`,
    ];
    if (engine) {
      const { version, places, working, children } = engine;
      lines.push(`Engine ${version}: ${working} of ${places} places at work, ${children} processes.`);
    }
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  return (oldestSeconds ?? 0) > LATE_SECONDS ? 1 : 0;
}
