// Where files lie outside the database, under opaque names that no route serves.
export interface Storage {
  /** Takes over the finished local file at `path`, whole or not at all. */
  put(name: string, path: string): Promise<void>;
  putText(name: string, text: string): Promise<void>;
  readText(name: string): Promise<string>;
  /** Lends the file as a local path for as long as `work` runs. Throws when there is none. */
  lend<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Everything that lies here, in no order. */
  list(): AsyncIterable<{ name: string; storedAt: Date }>;
}
