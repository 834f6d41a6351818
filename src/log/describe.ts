// What may be told of an error in a log: its kind, its code, the statement it came from and its place in the program.
// Its message stays out: a failed query's carries its parameters, a parser's what it read, a mail server's an address.

const NAME = /^\w{1,60}$/;
const CODE = /^[A-Z0-9_]{2,40}$/;
const FRAME = /^ {4}at .+$/;
const FRAMES = 30;
/** Causes of causes, and errors that were gathered. */
const DEPTH = 4;

/** With the causes, because a failed query says only in its cause what the database answered. */
export function describeError(error: unknown, depth: number = DEPTH): string {
  if (!(error instanceof Error)) return `${typeof error}, not an error`;
  const told = [heading(error), ...framesOf(error)];
  if (depth === 0) return told.join("\n");
  if (error.cause !== undefined) told.push(`caused by ${describeError(error.cause, depth - 1)}`);
  const gathered: unknown[] = error instanceof AggregateError ? error.errors : [];
  for (const one of gathered.slice(0, DEPTH)) told.push(`with ${describeError(one, depth - 1)}`);
  return told.join("\n");
}

function heading(error: Error): string {
  const { code, errno, query, constraint, constraint_name } = error as Error & Partial<Record<string, unknown>>;
  const details = [
    matching(NAME, error.constructor.name) ?? "Error",
    matching(CODE, code) ?? matching(CODE, errno),
    prefixed("in", typeof query === "string" ? statementName(query) : undefined),
    prefixed("by", matching(NAME, constraint) ?? matching(NAME, constraint_name)),
  ];
  return details.filter((detail) => detail !== undefined).join(" ");
}

function prefixed(word: string, name: string | undefined): string | undefined {
  return name && `${word} ${name}`;
}

/** `insert documents`: what is done to which table. The names of both are ours. */
function statementName(query: string): string | undefined {
  const verb = /^\s*(select|insert|update|delete|with)\b/i.exec(query)?.[1]?.toLowerCase();
  if (verb === undefined) return undefined;
  const table = /\b(?:from|into|update)\s+"?([a-z_]{1,60})"?/i.exec(query)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** The stack begins with the message, whose own lines may look like places: only what follows it counts. */
function framesOf({ stack = "", message }: Error): string[] {
  const lines = stack.replace(message, () => "").split("\n");
  const first = lines.findLastIndex((line) => !FRAME.test(line)) + 1;
  return lines.slice(first, first + FRAMES);
}

function matching(shape: RegExp, value: unknown): string | undefined {
  return typeof value === "string" && shape.test(value) ? value : undefined;
}
