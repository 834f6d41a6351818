// Where files lie outside the database, under opaque names that no route serves.
export interface Storage {
  /** Takes over the finished local file at `path`, whole or not at all. */
  put(name: string, path: string): Promise<void>;
  putText(name: string, text: string): Promise<void>;
  putBytes(name: string, bytes: Uint8Array): Promise<void>;
  readText(name: string): Promise<string>;
  /** Throws when there is none, as all reading does. */
  readBytes(name: string): Promise<Uint8Array>;
  /** Lends the file as a local path for as long as `work` runs. Throws when there is none. */
  lend<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Removes the file and all that lies beside it, whose names begin with its own and a dot. */
  removeAll(name: string): Promise<void>;
  /** How many files lie beside it. */
  countBeside(name: string): Promise<number>;
  /** The mark that tells this storage from every other one; `undefined` where none was left yet. */
  readMark(): Promise<string | undefined>;
  /** Leaves the mark; throws where there is one. */
  leaveMark(mark: string): Promise<void>;
  /** Where it is, for a sentence to an operator. */
  place: string;
  /** Everything that lies here but the mark, in no order. */
  list(): AsyncIterable<{ name: string; storedAt: Date }>;
}

/** The storage is there and does not give what it holds: not the file's fault, and worth another try later. */
export class StorageError extends Error {}
