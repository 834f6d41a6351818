// Mail goes out by SMTP, or into a folder with its link on the console where no server is set. Nobody waits for it: how
// long sending takes must not tell whether an address is known.
import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Log } from "../log.ts";

export interface Message {
  to: string;
  subject: string;
  text: string;
  /** The address in the text that is there to be opened. */
  link?: string | undefined;
}

export interface Mail {
  /** Takes the message; what goes wrong with it is tried again and then logged. */
  post(message: Message): void;
  /** Resolves when everything taken so far is sent or given up. */
  settled(): Promise<void>;
}

type Deliver = (message: Message) => Promise<void>;

/** Seconds before the second and the third attempt. */
const PAUSES = [2, 20];

/** Messages go one after the other, so that a notice to everybody is no flood. */
export function openMail(deliver: Deliver, log: Log, pauses: number[] = PAUSES): Mail {
  let queue = Promise.resolve();
  return {
    post(message) {
      queue = queue.then(() => deliverOrLog(message, deliver, log, pauses));
    },
    settled: () => queue,
  };
}

async function deliverOrLog(message: Message, deliver: Deliver, log: Log, pauses: number[]): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await deliver(message);
    } catch (error) {
      const pause = pauses[attempt];
      // Neither address nor subject nor text: the log holds nothing personal, and the text a link that signs in.
      if (pause === undefined) return log.error("mail_failed", error, { attempts: attempt + 1 });
      await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    }
  }
}

export function bySmtp(url: string, from: string): Deliver {
  const transport = createTransport({ url, connectionTimeout: 15_000, socketTimeout: 30_000 }, { from });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ to, subject, text });
  };
}

/** One file a mail, as a mail program opens it. */
export function intoFolder(folder: string, from: string, say: (line: string) => void): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return async ({ to, subject, text, link }) => {
    const { message } = await transport.sendMail({ to, subject, text });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${randomBytes(3).toString("hex")}.eml`);
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${path}.part`, path);
    say(`Mail to ${to}: ${subject}\n  ${link === undefined ? path : link}\n`);
  };
}
