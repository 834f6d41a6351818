// Mail against a mail server: what arrives, by which line, and what becomes of it where the server refuses, hangs or is gone.
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLog } from "../../src/log.ts";
import { bySmtp, type Mail, type Message, openMail } from "../../src/mail/mail.ts";
import { keepIn, postKept } from "../../src/mail/unsent.ts";
import { type MailServer, OWN_CERTIFICATE, openMailServer, openMuteServer } from "./server.ts";

const FROM = "Assay <assay@example.test>";
const NOW = new Date();
const SHORT = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 };
let folder: string;
let logged: Record<string, unknown>[];
let closing: (() => Promise<unknown>)[];
const log = openLog((line) => logged.push(JSON.parse(line)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-mail-"));
  logged = [];
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

async function openServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  closing.push(server.close);
  return server;
}

async function openMute(): Promise<number> {
  const { port, close } = await openMuteServer();
  closing.push(close);
  return port;
}

function mailTo(url: string, { pauses = [] as number[], patience = SHORT } = {}): Mail {
  return openMail(bySmtp(url, FROM, patience), log, pauses, keepIn(folder));
}

const letter = (to: string): Message => ({
  to,
  subject: "Einladung für Jürgen",
  text: `Open this:\n\nhttps://assay.test/confirm?token=${"x".repeat(120)}\n`,
});
const events = () => logged.map(({ event }) => event);
const kept = () => readdirSync(folder).filter((name) => name.endsWith(".json"));

test("a mail arrives with the headers that mail programs ask for", async () => {
  const { port, received } = await openServer();
  const mail = mailTo(`smtp://127.0.0.1:${port}${OWN_CERTIFICATE}`);
  mail.post(letter("anna@example.test"));
  await mail.settled();
  expect(received).toMatchObject([{ to: ["anna@example.test"] }]);
  const raw = received[0]?.raw ?? "";
  const [head = "", body = ""] = raw.split("\r\n\r\n", 2);
  expect(head).toMatch(/^From: Assay <assay@example\.test>$/m);
  expect(head).toMatch(/^To: anna@example\.test$/m);
  // What is not ASCII is encoded (RFC 2047).
  expect(head).toMatch(/^Subject: =\?UTF-8\?Q\?Einladung_f=C3=BCr_J=C3=BCrgen\?=$/m);
  expect(head).toMatch(/^Message-ID: <\S+@example\.test>$/m);
  expect(head).toMatch(/^Date: \w{3}, /m);
  expect(head).toMatch(/^MIME-Version: 1\.0$/m);
  expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m);
  const whole = raw
    .slice(head.length + 4)
    .replaceAll("=\r\n", "")
    .replaceAll("=3D", "=");
  expect(body).not.toBe("");
  expect(whole).toContain(`token=${"x".repeat(120)}`);
  expect(logged).toEqual([]);
});

test("the line is encrypted by STARTTLS before the password is said", async () => {
  const { port, received } = await openServer({ authOptional: false });
  const mail = mailTo(`smtp://sender:right@127.0.0.1:${port}${OWN_CERTIFICATE}`);
  mail.post(letter("anna@example.test"));
  await mail.settled();
  expect(received).toMatchObject([{ secure: true, user: "sender" }]);
});

test("a certificate that nobody vouches for is not trusted", async () => {
  const { port, received } = await openServer();
  const mail = mailTo(`smtp://127.0.0.1:${port}`);
  mail.post(letter("anna@example.test"));
  await mail.settled();
  expect(received).toEqual([]);
  expect([events(), kept().length]).toEqual([["mail_failed"], 1]);
});

test("a password is not said over a line without TLS", async () => {
  const said: string[] = [];
  const { port, received } = await openServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username }, _session, answer) {
      said.push(username ?? "");
      answer(null, { user: username });
    },
  });
  const mail = mailTo(`smtp://sender:right@0.0.0.0:${port}`);
  mail.post(letter("anna@example.test"));
  await mail.settled();
  expect([said, received, kept().length]).toEqual([[], [], 1]);
});

test("a wrong password is logged by the server's answer; the mail goes out with the next start", async () => {
  const { port, received } = await openServer({ authOptional: false });
  const wrong = mailTo(`smtp://sender:wrong@127.0.0.1:${port}${OWN_CERTIFICATE}`, { pauses: [0] });
  wrong.post(letter("anna@example.test"));
  await wrong.settled();
  expect(logged).toMatchObject([{ event: "mail_failed", level: "error", attempts: 2, reply: 535 }]);
  expect(logged[0]?.error).toContain("EAUTH");
  expect(JSON.stringify(logged)).not.toMatch(/anna|wrong|token/);
  const [name = ""] = kept();
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0);

  const right = mailTo(`smtp://sender:right@127.0.0.1:${port}${OWN_CERTIFICATE}`);
  expect(await postKept(folder, right, NOW)).toBe(1);
  await right.settled();
  expect(received).toMatchObject([{ to: ["anna@example.test"] }]);
  expect(kept()).toEqual([]);
});

test("a mailbox that there is not is asked once, and holds up nobody", async () => {
  const { port, received } = await openServer({
    onRcptTo({ address }, _session, answer) {
      if (address.startsWith("gone")) answer(Object.assign(new Error("no such mailbox"), { responseCode: 550 }));
      else answer();
    },
  });
  const mail = mailTo(`smtp://127.0.0.1:${port}${OWN_CERTIFICATE}`, { pauses: [60] });
  for (const name of ["gone", "anna"]) mail.post(letter(`${name}@example.test`));
  await mail.settled();
  expect(received.map(({ to }) => to)).toEqual([["anna@example.test"]]);
  expect(logged).toMatchObject([{ event: "mail_refused", attempts: 1, reply: 550 }]);
  expect(kept()).toEqual([]);
});

test("who waits for another attempt holds up nobody", async () => {
  let refused = 0;
  const { port, received } = await openServer({
    onRcptTo({ address }, _session, answer) {
      const busy = address.startsWith("slow") && refused++ === 0;
      answer(busy ? Object.assign(new Error("later"), { responseCode: 451 }) : null);
    },
  });
  const mail = mailTo(`smtp://127.0.0.1:${port}${OWN_CERTIFICATE}`, { pauses: [0.3] });
  for (const name of ["slow", "anna"]) mail.post(letter(`${name}@example.test`));
  await mail.settled();
  expect(received.map(({ to }) => to)).toEqual([["anna@example.test"], ["slow@example.test"]]);
  expect(logged).toEqual([]);
});

test("a server that says nothing costs the caller no time, and the mail is kept", async () => {
  const mail = mailTo(`smtp://127.0.0.1:${await openMute()}`);
  const before = performance.now();
  mail.post(letter("anna@example.test"));
  expect(performance.now() - before).toBeLessThan(100);
  await mail.settled();
  expect(logged).toMatchObject([{ event: "mail_failed", reply: null }]);
  expect(logged[0]?.error).toContain("ETIMEDOUT");
  expect(kept()).toHaveLength(1);
});

test("a stop waits for what is being sent", async () => {
  const { port, received } = await openServer({
    onMailFrom: (_address, _session, answer) => void setTimeout(() => answer(), 200),
  });
  const mail = mailTo(`smtp://127.0.0.1:${port}${OWN_CERTIFICATE}`, { patience: { ...SHORT, socketTimeout: 5000 } });
  mail.post(letter("anna@example.test"));
  await mail.stop(5000);
  expect([received.length, kept(), logged]).toEqual([1, [], []]);
});

test("a stop waits no longer than it was given, and keeps all that is left", async () => {
  const patience = { connectionTimeout: 3000, greetingTimeout: 3000, socketTimeout: 3000 };
  const mail = mailTo(`smtp://127.0.0.1:${await openMute()}`, { patience });
  for (const name of ["anna", "bert", "carla"]) mail.post(letter(`${name}@example.test`));
  const before = performance.now();
  await mail.stop(100);
  expect(performance.now() - before).toBeLessThan(2000);
  expect(logged).toEqual([expect.objectContaining({ event: "mail_kept", mails: 3 })]);
  expect(kept()).toHaveLength(3);
});

test("what was kept for more than a week is not sent: its links open nothing any more", async () => {
  const { port, received } = await openServer();
  await keepIn(folder)(letter("anna@example.test"));
  const [name = ""] = kept();
  const old = new Date(NOW.getTime() - 8 * 24 * 3600 * 1000);
  utimesSync(join(folder, name), old, old);
  const mail = mailTo(`smtp://127.0.0.1:${port}${OWN_CERTIFICATE}`);
  expect(await postKept(folder, mail, NOW)).toBe(0);
  expect([received, kept()]).toEqual([[], []]);
});
