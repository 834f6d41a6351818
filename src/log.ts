// One JSON object a line. Callers pass fields by name, so that no header, key or body slips in.
import { describeError } from "./log/describe.ts";

export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  /** What kind of error it is and where it came from; its message stays out, for it may quote what a person sent. */
  error(event: string, error: unknown, fields?: Fields): void;
}

type Fields = Record<string, string | number | boolean | null>;

/** In order: a level is written with all that come after it. */
export const LEVELS = ["info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

export function openLog(
  write: (line: string) => void = (line) => process.stdout.write(line),
  least: Level = "info",
): Log {
  function line(level: Level, event: string, fields: Fields): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
  }
  return {
    info: (event, fields = {}) => line("info", event, fields),
    warn: (event, fields = {}) => line("warn", event, fields),
    error: (event, error, fields = {}) => line("error", event, { ...fields, error: describeError(error) }),
  };
}
