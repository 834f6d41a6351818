// One process at a time in the folder of the embedded database. PGlite itself does not look: a second process that
// merely opens the folder makes the first one's acknowledged rows vanish.
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { StartError } from "../errors.ts";

interface Holder {
  token: string;
  pid: number;
  /** Tells a process from a later one that was given the same pid. */
  started: string | null;
  /** Where the pid means something: a host, or one container on it. */
  world: string;
  since: string;
}

export interface Lock {
  release(): Promise<void>;
}

const BEAT = 2_000;
/** An heir has its name in the file within milliseconds; one that is stopped meanwhile must not stop all others. */
const INHERITING = 5_000;
/** PGlite can keep the event loop busy for seconds; a holder in another container is not dead before this. */
const SILENCE = 30_000;

/** `lost` is called when the lock file is no longer ours: the process must stop writing at once. */
export async function lockFolder(path: string, lost: () => void): Promise<Lock> {
  const mine: Holder = {
    token: randomUUID(),
    pid: process.pid,
    started: startOf(process.pid),
    world: world(),
    since: new Date().toISOString(),
  };
  await acquire(path, mine);
  const beat = setInterval(() => void keep(path, mine, lost), BEAT);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      if ((await read(path))?.token === mine.token) await rm(path, { force: true });
    },
  };
}

async function acquire(path: string, mine: Holder): Promise<void> {
  const deadline = Date.now() + INHERITING;
  while (!(await write(path, mine))) {
    const found = await read(path);
    if (found === undefined) continue;
    if (await isAlive(path, found)) throw heldBy(path, found);
    if (await inherit(path, found, mine, deadline)) return;
  }
}

/** Puts our name over a dead holder's. Only who holds the heir's lock may touch the file of a dead one, so that no two
 * replace it; an heir that dies over it is inherited from in its turn. */
async function inherit(path: string, dead: Holder, mine: Holder, deadline: number): Promise<boolean> {
  const heir = `${path}.heir`;
  try {
    await acquire(heir, mine);
  } catch (error) {
    if (!(error instanceof StartError) || Date.now() > deadline) throw error;
    await setTimeout(10);
    return false;
  }
  try {
    if ((await read(path))?.token !== dead.token) return false;
    const draft = await draw(path, mine);
    await rename(draft, path);
    return true;
  } finally {
    await rm(heir, { force: true });
  }
}

/** The lock file under a name of its own, whole before anybody can read it. */
async function draw(path: string, mine: Holder): Promise<string> {
  const draft = `${path}.${mine.token}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify(mine));
  } finally {
    await file.close();
  }
  return draft;
}

async function write(path: string, mine: Holder): Promise<boolean> {
  // Linked into place: of several, only one link can win.
  const draft = await draw(path, mine);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder; // Only `write` above makes this file.
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartError(`The lock file ${path} cannot be read; if no other process uses the folder, delete it.`);
  }
}

async function isAlive(path: string, holder: Holder): Promise<boolean> {
  if (holder.world !== world()) {
    const age = await stat(path).then(
      (file) => Date.now() - file.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    return age < SILENCE;
  }
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return holder.started === startOf(holder.pid);
}

async function keep(path: string, mine: Holder, lost: () => void): Promise<void> {
  const found = await read(path).catch(() => undefined);
  if (found?.token !== mine.token) return lost();
  await utimes(path, new Date(), new Date()).catch(() => undefined);
}

function heldBy(path: string, holder: Holder): StartError {
  const where = holder.world === world() ? "" : ` (in another container or on another machine: ${holder.world})`;
  return new StartError(
    `The embedded database is in use by process ${holder.pid}${where}, since ${holder.since}. ` +
      `Stop that process first, or set DATA_DIR or DATABASE_URL. Lock file: ${path}`,
  );
}

/** Clock ticks between boot and the start of the process: field 22 of proc_pid_stat(5). */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold blanks and brackets.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function world(): string {
  const parts = [hostname()];
  for (const part of [
    () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
    () => readlinkSync("/proc/self/ns/pid"),
  ]) {
    try {
      parts.push(part());
    } catch {
      // Not Linux: the host's name alone has to do.
    }
  }
  return parts.join(" ");
}
