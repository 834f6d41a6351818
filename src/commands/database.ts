// What the operator's commands share: the database of the settings, the organization meant, and plain failures.
import { readConfig } from "../config.ts";
import { ApiError, StartError } from "../errors.ts";
import { openLog } from "../log.ts";
import { listOrganizations } from "../organizations.ts";
import { openPersistence, type Services } from "../services.ts";

type Persistence = Pick<Services, "db" | "clock">;

/** Runs the command on the database that the environment names. */
export async function withDatabase(work: (services: Persistence) => Promise<void>): Promise<void> {
  const log = openLog((line) => process.stderr.write(line));
  const persistence = await openPersistence(readConfig(process.env), log);
  try {
    await work({ db: persistence.db, clock: () => new Date() });
  } catch (error) {
    // What a client would be told is told to the operator in the same words.
    throw error instanceof ApiError ? new StartError(error.message) : error;
  } finally {
    await persistence.close();
  }
}

/** The one that was named, or the only one there is. */
export async function chosenOrganization(services: Persistence, named: string | undefined): Promise<string> {
  const known = await listOrganizations(services);
  if (named !== undefined) {
    if (known.some(({ id }) => id === named)) return named;
    throw new StartError(`There is no organization ${named}.`);
  }
  const [only, ...more] = known;
  if (only === undefined) throw new StartError("There is no organization yet; start the service once to make one.");
  if (more.length === 0) return only.id;
  const list = known.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw new StartError(`Say which organization with --organization: ${list}.`);
}
