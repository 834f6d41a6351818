// Mail goes out by SMTP, or into a folder with its link on the console where no server is set. Nobody waits for it: how
// long sending takes must not tell whether an address is known.
import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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
  /** Takes the message; what goes wrong with it is tried again, then logged and kept. */
  post(message: Message): void;
  /** Resolves when everything taken so far is sent or given up. */
  settled(): Promise<void>;
  /** Gives what is under way so long; the rest is kept for the next start. */
  stop(milliseconds: number): Promise<void>;
}

type Deliver = (message: Message) => Promise<void>;
/** Puts a message that was not sent where it is not lost. */
export type Keep = (message: Message) => Promise<void>;

/** Seconds before the second and the third attempt. */
const PAUSES = [2, 20];

/** Messages go one after the other, so that a notice to everybody is no flood; who waits for another attempt holds nobody. */
export function openMail(deliver: Deliver, log: Log, pauses: number[] = PAUSES, keep?: Keep): Mail {
  const unsent = new Map<Message, Promise<void>>();
  let turn: Promise<unknown> = Promise.resolve();
  let stopped = false;

  function inTurn(message: Message): Promise<void> {
    const mine = turn.then(() => (stopped ? undefined : deliver(message)));
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function send(message: Message): Promise<void> {
    for (let attempts = 1; !stopped; attempts++) {
      try {
        await inTurn(message);
        return;
      } catch (error) {
        const fields = { attempts, reply: replyIn(error) };
        // Neither address nor subject nor text: the log holds nothing personal, and the text a link that signs in.
        if (isRefused(error)) return log.error("mail_refused", error, fields);
        const pause = pauses[attempts - 1];
        if (pause !== undefined) await sleep(pause * 1000);
        else {
          log.error("mail_failed", error, fields);
          return stopped ? undefined : keepOrLog(message);
        }
      }
    }
  }

  async function keepOrLog(message: Message): Promise<void> {
    await keep?.(message).catch((error: unknown) => log.error("mail_lost", error));
  }

  async function settled(): Promise<void> {
    while (unsent.size > 0 && !stopped) await Promise.all(unsent.values());
  }

  return {
    post(message) {
      const sending = send(message).then(() => {
        if (!stopped) unsent.delete(message);
      });
      unsent.set(message, sending);
    },
    settled,
    async stop(milliseconds) {
      await Promise.race([settled(), sleep(milliseconds)]);
      stopped = true;
      // What is just being sent is kept too: rather twice than never.
      for (const message of unsent.keys()) await keepOrLog(message);
      if (unsent.size > 0) log.warn("mail_kept", { mails: unsent.size });
    },
  };
}

/** What the server answered, e.g. 550; `null` where it did not. */
function replyIn(error: unknown): number | null {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === "number" ? responseCode : null;
}

/** The server knows no such mailbox and never will (RFC 5321, 4.2.1): another attempt changes nothing. */
function isRefused(error: unknown): boolean {
  return (error as { code?: unknown }).code === "EENVELOPE" && (replyIn(error) ?? 0) >= 500;
}

/** Milliseconds for the connection, its greeting, and between two answers. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

export function bySmtp(url: string, from: string, patience: typeof PATIENCE = PATIENCE): Deliver {
  const transport = createTransport({ url, ...patience, ...secrecyOf(new URL(url)) }, { from });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ to, subject, text });
  };
}

/** A password goes over no line that others can read: where the server offers no TLS, nothing is sent. */
function secrecyOf({ username, hostname }: URL): { requireTLS?: true } {
  const here = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  return username !== "" && !here ? { requireTLS: true } : {};
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
