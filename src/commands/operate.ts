// What the operator's commands share: the running service is asked; where none runs, or the database is a PostgreSQL, the
// command does the work itself.
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { ApiError, StartError } from "../errors.ts";
import { openLog } from "../log.ts";
import { mailOf } from "../mail/open.ts";
import { type Input, type Name, operate, type Results } from "../operations/operations.ts";
import { askRunning } from "../operations/socket.ts";
import { OPERATIONS_FOLDER, openOwnDatabase } from "../services.ts";

export async function run<N extends Name>(name: N, input: Input<N>): Promise<Results[N]> {
  try {
    const config = readConfig(process.env);
    const folder = join(config.dataDir, OPERATIONS_FOLDER);
    const told = config.databaseUrl === undefined ? await askRunning(folder, name, input) : undefined;
    return told ?? (await runHere(config, name, input));
  } catch (error) {
    // What a client would be told is told to the operator in the same words.
    throw error instanceof ApiError ? new StartError(error.message) : error;
  }
}

async function runHere<N extends Name>(
  config: ReturnType<typeof readConfig>,
  name: N,
  input: Input<N>,
): Promise<Results[N]> {
  const log = openLog((line) => process.stderr.write(line));
  const database = await openOwnDatabase(config, log);
  const mail = mailOf(config, log);
  try {
    return await operate({ db: database.db, clock: () => new Date(), mail }, name, input);
  } finally {
    await mail.settled();
    await database.close();
  }
}

/** Rows in columns, the first one their names. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

export function day(moment: Date | null): string {
  return moment === null ? "never" : moment.toISOString().slice(0, 16).replace("T", " ");
}

export const WHERE = `Reads DATA_DIR and DATABASE_URL as the service does, and works while it runs.
`;
