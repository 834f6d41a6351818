// The program as an operator meets it: the first start, the next one, the ones that cannot be, and the end.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Document } from "../src/report.ts";
import { signUp } from "./dashboard/people.ts";
import { newVisitor } from "./dashboard/visitor.ts";
import { OWN_CERTIFICATE, openMailServer, openMuteServer, textOf } from "./mail/server.ts";

/** As it is installed: pages are compiled. */
const BUILT = fileURLToPath(new URL("../dist/", import.meta.url));
const FLAGS = ["--disable-warning=ExperimentalWarning"];

// Whole processes are started here, several a test, beside whatever else the machine does.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let port: number;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-main-"));
  port = await freePort();
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => stop(child, "SIGKILL")));
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}

interface Run {
  child: ChildProcess;
  output: string;
  errors: string;
  ended: Promise<number | null>;
}

function run(file: string, args: string[], environment: Record<string, string>): Run {
  const { PATH = "" } = process.env;
  const env = { PATH, DATA_DIR: join(folder, "data"), PORT: String(port), ENGINE_PROCESSES: "1", ...environment };
  const child = spawn(process.execPath, [...FLAGS, BUILT + file, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const started: Run = {
    child,
    output: "",
    errors: "",
    ended: new Promise((resolve) => child.once("close", (status) => resolve(status))),
  };
  child.stdout?.on("data", (chunk) => {
    started.output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    started.errors += chunk;
  });
  return started;
}

async function start(environment: Record<string, string> = {}): Promise<Run> {
  const started = run("main.js", [], environment);
  await Promise.race([
    expect.poll(() => started.output, { timeout: 60_000 }).toContain("listens on"),
    started.ended.then((status) => {
      throw new Error(`ended with ${status}: ${started.errors}`);
    }),
  ]);
  return started;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

const keyIn = (output: string) => /^ {2}(ak_live_\w{46})$/m.exec(output)?.[1] ?? "";

function ask(path: string, key: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
}

/** What a start that cannot be says: one sentence, and nothing else. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const started = run("main.js", [], environment);
  const status = await started.ended;
  expect([status, started.output]).toEqual([1, ""]);
  expect(started.errors).toMatch(/^assay: [^\n]+\n$/);
  return started.errors;
}

async function command(...args: string[]): Promise<{ status: number | null; output: string; errors: string }> {
  const started = run("cli.js", args, {});
  const status = await started.ended;
  return { status, output: started.output, errors: started.errors };
}

test("the first start prints a key and a line that works when it is pasted; a kill loses nothing; the next start goes on", async () => {
  const first = await start();
  const key = keyIn(first.output);
  const line = /^ {2}(curl .*)$/m.exec(first.output)?.[1] ?? "";
  writeFileSync(join(folder, "document.pdf"), "%PDF-1.4\n");
  const document = JSON.parse(execFileSync("sh", ["-c", `${line} -s`], { cwd: folder, encoding: "utf8" })) as Document;
  expect(document.file).toMatchObject({ name: "document.pdf", size_bytes: 9 });
  expect(await (await ask("/usage", key)).json()).toMatchObject({ allowance: 100, api_documents: 1 });
  expect(first.output.split("\n").filter((row) => row.startsWith("{") && row.includes(key))).toEqual([]);

  // From the printed link to the report, and no further without the cookie.
  const link = /^ {2}(http\S+\/enter\?token=\w+)$/m.exec(first.output)?.[1] ?? "";
  const entered = await fetch(link, { redirect: "manual" });
  const Cookie = entered.headers.get("Set-Cookie")?.split(";", 1)[0] ?? "";
  expect((await fetch(document.report_url, { headers: { Cookie } })).status).toBe(200);
  const stranger = await fetch(document.report_url, { redirect: "manual" });
  expect([stranger.headers.get("Location"), (await fetch(link)).status]).toEqual([
    `/sign-in?next=${encodeURIComponent(`/documents/${document.id}`)}`,
    400,
  ]);

  // Commands reach the running service, which holds the database.
  const second = await command("key", "create", "--name", "second");
  expect([second.status, second.errors]).toEqual([0, ""]);
  const id = /^(key_\w+) .*second$/m.exec((await command("key", "list")).output)?.[1] ?? "";
  expect((await ask("/usage", second.output.trim())).status).toBe(200);
  expect((await command("key", "revoke", id)).output).toBe(`${id} is revoked.\n`);
  expect((await ask("/usage", second.output.trim())).status).toBe(401);
  expect((await command("key", "revoke", id)).errors).toContain("No such active key");
  expect((await command("health")).output).toContain("of 1 places at work");

  // The data is in use: by whom is said to a second service, even on another port.
  expect(await refusal({ PORT: String(await freePort()) })).toContain(`in use by process ${first.child.pid}`);

  await stop(first.child, "SIGKILL");
  const next = await start();
  expect(next.output).not.toContain("ak_live_");
  const read = await ask(`/documents/${document.id}`, key);
  expect([read.status, await read.json()]).toEqual([200, document]);
  await stop(next.child, "SIGTERM");
  expect([await next.ended, next.errors]).toEqual([0, ""]);
  expect(next.output).toContain('"event":"stopping"');
});

test("a taken port costs no key; the operator's commands make more keys and grant checks while the service is stopped", async () => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  expect(await refusal({})).toContain(`Port ${port} on 127.0.0.1 is taken`);
  await new Promise((closed) => server.close(closed));
  // Neither a database nor anything else was made.
  expect(existsSync(join(folder, "data"))).toBe(false);
  expect((await command("key", "create")).errors).toContain("There is no organization yet");

  const first = await start();
  expect(keyIn(first.output)).not.toBe("");
  await stop(first.child, "SIGTERM");
  const made = await command("key", "create", "--name", "second");
  expect([made.status, made.errors]).toEqual([0, ""]);
  expect(made.output).toMatch(/^ak_live_\w{46}\n$/);
  expect((await command("grant", "25")).output).toContain("25 checks, 125 in total");
  await start();
  expect(await (await ask("/usage", made.output.trim())).json()).toMatchObject({ allowance: 125 });
});

/** A disk of its own, as far as this user may have one. */
function mount(options: string): (() => void) | undefined {
  const at = join(folder, "disk");
  mkdirSync(at);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", at], { stdio: "ignore" });
  return status === 0 ? () => execFileSync("umount", [at]) : undefined;
}

describe("a start that cannot be is one sentence and status 1", () => {
  test.for<[string, string, string]>([
    ["small for a database", "size=20m", "needs 100; make room, or set DATA_DIR to another disk"],
    ["full", "size=4k,nr_inodes=3", "ENOSPC: the disk is full"],
    ["read-only", "ro", "EROFS: the file system is read-only"],
  ])("when the disk is %s", async ([_what, options, sentence], { skip }) => {
    const unmount = mount(options);
    if (unmount === undefined) return skip("only root mounts");
    try {
      expect(await refusal({ DATA_DIR: join(folder, "disk") })).toContain(sentence);
    } finally {
      unmount();
    }
  });

  test("when the folder cannot be written", async () => {
    const data = join(folder, "file");
    writeFileSync(data, "in the way");
    expect(await refusal({ DATA_DIR: data })).toContain(`${data}/uploads cannot be written`);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "the folder is of a file system that is none",
      { DATA_DIR: "/proc/assay" },
      "/proc/assay/uploads cannot be written",
    ],
    ["the folder is one of the kernel's", { DATA_DIR: "/sys" }, "/sys/uploads cannot be written"],
    ["a setting is wrong", { PORT: "eighty" }, "The setting PORT must be"],
    ["PostgreSQL does not answer", { DATABASE_URL: "postgres://u:hunter2@127.0.0.1:1/x" }, "PostgreSQL at 127.0.0.1:1"],
    ["the trust list is empty", { TRUST_LIST: BUILT }, "holds no certificate"],
  ])("when %s", async (_what, environment, sentence) => {
    const said = await refusal(environment);
    expect(said).toContain(sentence);
    expect(said).not.toContain("hunter2");
  });
});

test("a command with wrong arguments is one sentence and status 2", async () => {
  for (const wrong of [["grant"], ["grant", "-5"], ["grant", "1.5"], ["key", "delete"]]) {
    expect(await command(...wrong)).toMatchObject({
      status: 2,
      output: "",
      errors: expect.stringMatching(/^assay: [^\n]+\n$/),
    });
  }
});

test("the tables are made without a service; figures are told on a port of their own; a worker wants a PostgreSQL", async () => {
  expect(await command("migrate")).toMatchObject({ status: 0, output: "The tables are up to date.\n", errors: "" });
  expect(await command("worker")).toMatchObject({
    status: 2,
    errors: expect.stringMatching(/^assay: A worker needs DATABASE_URL: [^\n]+\n$/),
  });
  const metrics = await freePort();
  const served = run("cli.js", ["serve"], { METRICS_PORT: String(metrics), LOG_LEVEL: "warn" });
  await expect.poll(() => served.output, { timeout: 60_000 }).toContain("listens on");
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  const figures = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  expect(figures).toContain('assay_requests_total{route="/readyz",method="GET",status="200",code=""} 1');
  await stop(served.child, "SIGTERM");
  expect([await served.ended, served.errors]).toEqual([0, ""]);
  // Lines of the level info are left out.
  expect(served.output).not.toContain('"level":"info"');
});

test("with a certificate of its own the service speaks HTTPS, in production too", async () => {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "2", "-keyout", key, "-out", cert];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", ...subject],
    {
      stdio: "ignore",
    },
  );
  const { output } = await start({ TLS_CERT: cert, TLS_KEY: key, NODE_ENV: "production" });
  expect(output).toContain(`listens on https://127.0.0.1:${port}`);
  expect(output).toContain('"event":"no_trust_list"');
  const answer = await new Promise<{ status: number | undefined; hsts: unknown }>((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path: "/api/v1/usage", rejectUnauthorized: false };
    request(options, (response) => {
      response.resume();
      resolve({ status: response.statusCode, hsts: response.headers["strict-transport-security"] });
    })
      .on("error", reject)
      .end();
  });
  expect(answer).toEqual({ status: 401, hsts: "max-age=63072000" });
});

test("a mail that the server did not take before the stop goes out after the next start", async () => {
  const mute = await openMuteServer();
  const server = await openMailServer();
  try {
    const first = await start({ SMTP_URL: `smtp://127.0.0.1:${mute.port}` });
    await signUp(newVisitor({ url: `http://127.0.0.1:${port}` }), "anna@example.test");
    await expect.poll(() => mute.taken.length, { timeout: 10_000 }).toBe(1);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(first.output).toContain('"event":"mail_kept","mails":1');
    expect(readdirSync(join(folder, "data/mail/unsent"))).toHaveLength(1);

    await start({ SMTP_URL: `smtp://127.0.0.1:${server.port}${OWN_CERTIFICATE}` });
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1);
    const [mail] = server.received;
    expect(mail?.to).toEqual(["anna@example.test"]);
    expect(mail && textOf(mail)).toContain("/confirm?token=");
    expect(readdirSync(join(folder, "data/mail/unsent"))).toEqual([]);
  } finally {
    await mute.close();
    await server.close();
  }
});
