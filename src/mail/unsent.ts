// Mails that could not be sent: kept in a folder, one file each, until a start finds the server well again.
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Keep, Mail, Message } from "./mail.ts";

const MESSAGE = z.object({ to: z.string(), subject: z.string(), text: z.string(), link: z.string().optional() });
/** The links of older ones open nothing any more. */
const LONGEST_MILLISECONDS = 7 * 24 * 3600 * 1000;

/** Readable to nobody else: the links in them sign in. */
export function keepIn(folder: string): Keep {
  return async (message: Message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${randomBytes(8).toString("hex")}.json`);
    await writeFile(`${path}.part`, JSON.stringify(message), { mode: 0o600 });
    await rename(`${path}.part`, path);
  };
}

/** Posts what was kept, and says how many; each goes to one process, though several begin at once. */
export async function postKept(folder: string, mail: Pick<Mail, "post">, now: Date): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let posted = 0;
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    const message = await taken(join(folder, name), now).catch(() => undefined);
    if (message === undefined) continue;
    mail.post(message);
    posted++;
  }
  return posted;
}

/** Undefined where it is too old, or no message. Whoever takes the file away has it. */
async function taken(path: string, now: Date): Promise<Message | undefined> {
  const { mtimeMs } = await stat(path);
  const text = await readFile(path, "utf8");
  await rm(path);
  if (now.getTime() - mtimeMs > LONGEST_MILLISECONDS) return undefined;
  return MESSAGE.parse(JSON.parse(text));
}
