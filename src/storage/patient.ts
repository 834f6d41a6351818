// Reading that fails is tried again: a network file system may be away for a moment. What is not there is not tried long.
import { type Storage, StorageError } from "./storage.ts";

/** About two seconds in all: an upload that waits for its answer has twenty. */
const PAUSES = [100, 400, 1_500];
/** A file that another replica has just put may not be seen at once. */
const PAUSES_IF_MISSING = [100];

export function patient(storage: Storage): Storage {
  const again = <Result>(read: () => Promise<Result>, given?: () => boolean) => repeat(storage, read, given);
  return {
    ...storage,
    readText: (name) => again(() => storage.readText(name)),
    readBytes: (name) => again(() => storage.readBytes(name)),
    lend(name, work) {
      let lent = false;
      const borrow = () =>
        storage.lend(name, (path) => {
          lent = true;
          return work(path);
        });
      // What fails while the file is lent is the borrower's.
      return again(borrow, () => lent);
    },
  };
}

/** A file that is not there keeps its error; any other becomes a StorageError. */
async function repeat<Result>(
  storage: Storage,
  read: () => Promise<Result>,
  given: () => boolean = () => false,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (given()) throw error;
      const missing = isMissing(error) && (await isThere(storage));
      const pause = (missing ? PAUSES_IF_MISSING : PAUSES)[attempt];
      if (pause === undefined)
        throw missing ? error : new StorageError("The storage cannot be read.", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** Of a file system that is not mounted every file is missing, and the mark too. */
async function isThere(storage: Storage): Promise<boolean> {
  return (await storage.readMark().catch(() => undefined)) !== undefined;
}
