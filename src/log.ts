// One JSON object a line. Callers pass fields by name, so that no header, key or body slips in.
export interface Log {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  /** The error goes here with its stack, and nowhere else. */
  error(event: string, error: unknown, fields?: Fields): void;
}

type Fields = Record<string, string | number | boolean | null>;

export function openLog(write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  function line(level: string, event: string, fields: Fields): void {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
  }
  return {
    info: (event, fields = {}) => line("info", event, fields),
    warn: (event, fields = {}) => line("warn", event, fields),
    error: (event, error, fields = {}) => line("error", event, { ...fields, error: describe(error) }),
  };
}

/** With the causes, because a failed query says only in its cause what the database answered. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
