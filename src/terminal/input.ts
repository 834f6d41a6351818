// Standard input as a file: the engine reads files, and what comes in is kept only for as long as it is looked at.
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** How a command line names standard input. */
export const STDIN = "-";

export type Received = { path: string; remove(): Promise<void> };

export async function receiveInput(input: Readable): Promise<Received> {
  const folder = await mkdtemp(join(tmpdir(), "assay-input-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "input.pdf");
  try {
    await pipeline(input, createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
