// A mail server for tests: takes what comes, with STARTTLS, and accounts whose password is `right`.
import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type Received = { to: string[]; raw: string; secure: boolean; user: string | undefined };
export type MailServer = { port: number; received: Received[]; close(): Promise<void> };

/** Its certificate is of its own making. */
export const OWN_CERTIFICATE = "?tls.rejectUnauthorized=false";

export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onAuth({ username, password }, _session, answer) {
      if (password === "right") answer(null, { user: username });
      else answer(new Error("no"));
    },
    onData(stream, { envelope, secure, user }, taken) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(parts).toString(), secure, user });
        taken();
      });
    },
    ...options,
  });
  // Clients that go away while they are spoken to.
  server.on("error", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close: () => new Promise((closed) => server.close(closed)) };
}

/** Takes connections and never says a word. */
export async function openMuteServer(): Promise<{ port: number; taken: Socket[]; close(): Promise<void> }> {
  const taken: Socket[] = [];
  const server = createServer((socket) => taken.push(socket.on("error", () => undefined)));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of taken) socket.destroy();
    server.close();
  };
  return { port, taken, close };
}

/** The text of a mail, out of the lines it was sent in (RFC 2045, 6.7). */
export function textOf({ raw }: Received): string {
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(raw)) return body;
  const bytes = body
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
