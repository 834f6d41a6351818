// The settings, read from the environment once. A wrong one stops the start with one sentence.
import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { z } from "zod";
import { StartError } from "./errors.ts";
import { LEVELS, type Level } from "./log.ts";

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string;
  tls: { cert: Buffer; key: Buffer } | undefined;
  trustedProxies: BlockList;
  trustList: string | undefined;
  engineProcesses: number;
  /** Where mail goes out; without it mails are written into a folder. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** E-mail addresses, in lower case, of whoever runs the service. */
  operators: string[];
  production: boolean;
  /** Where /metrics is answered; undefined for nowhere. */
  metrics: { host: string; port: number; tls: undefined } | undefined;
  logLevel: Level;
}

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to));

const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]/.test(url))
  .transform((url) => url.replace(/\/+$/, ""));

const existingPath = z
  .string()
  .transform((path) => resolve(path))
  .refine(existsSync);

const addresses = z.string().transform((list, context) => {
  const block = new BlockList();
  for (const item of list.split(",")) {
    if (!addTo(block, item.trim())) context.addIssue({ code: "custom", input: item });
  }
  return block;
});

const mailAddress = z.email().transform((address) => address.toLowerCase());

const mailAddresses = z
  .string()
  .transform((list) => list.split(",").map((address) => address.trim()))
  .pipe(z.array(mailAddress));

/** One line a setting; `must` completes "NAME must be …". */
const SETTINGS = {
  PORT: { schema: wholeNumber(1, 65535).default(8787), must: "a whole number from 1 to 65535" },
  HOST: { schema: z.string().default("127.0.0.1"), must: "an address or a host name" },
  DATA_DIR: { schema: z.string().default("data"), must: "a folder" },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    must: "of the form postgres://user:password@host:5432/database",
  },
  PUBLIC_URL: { schema: webAddress.optional(), must: "an http or https address without query or fragment" },
  TLS_CERT: { schema: existingPath.optional(), must: "the path of a PEM file that exists" },
  TLS_KEY: { schema: existingPath.optional(), must: "the path of a PEM file that exists" },
  TRUSTED_PROXIES: {
    schema: addresses.optional(),
    must: "a list of addresses or networks, as in 10.0.0.1, 192.168.0.0/16",
  },
  TRUST_LIST: { schema: existingPath.optional(), must: "the path of a PEM bundle or folder that exists" },
  ENGINE_PROCESSES: {
    schema: wholeNumber(1, 256).default(Math.min(availableParallelism(), 8)),
    must: "a whole number from 1 to 256",
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    must: "of the form smtp://user:password@host:587 or smtps://…",
  },
  MAIL_FROM: { schema: mailAddress.optional(), must: "an e-mail address" },
  OPERATORS: { schema: mailAddresses.default([]), must: "a list of e-mail addresses, divided by commas" },
  METRICS_PORT: { schema: wholeNumber(1, 65535).optional(), must: "a whole number from 1 to 65535" },
  METRICS_HOST: { schema: z.string().default("127.0.0.1"), must: "an address or a host name" },
  LOG_LEVEL: { schema: z.enum(LEVELS).default("info"), must: `one of ${LEVELS.join(", ")}` },
  NODE_ENV: { schema: z.string().optional(), must: "a word" },
} as const;

export function readConfig(environment: Record<string, string | undefined>): Config {
  const read = <Name extends keyof typeof SETTINGS>(name: Name) => setting(environment, name);
  const port = read("PORT");
  const host = read("HOST");
  const metricsPort = read("METRICS_PORT");
  const tls = readTls(read("TLS_CERT"), read("TLS_KEY"));
  const publicUrl = read("PUBLIC_URL") ?? `${tls ? "https" : "http"}://${hostInUrl(host)}:${port}`;
  return {
    port,
    host,
    dataDir: resolve(read("DATA_DIR")),
    databaseUrl: read("DATABASE_URL"),
    publicUrl,
    tls,
    trustedProxies: read("TRUSTED_PROXIES") ?? new BlockList(),
    trustList: read("TRUST_LIST"),
    engineProcesses: read("ENGINE_PROCESSES"),
    smtpUrl: read("SMTP_URL"),
    mailFrom: read("MAIL_FROM") ?? `assay@${new URL(publicUrl).hostname}`,
    operators: read("OPERATORS"),
    production: read("NODE_ENV") === "production",
    metrics: metricsPort === undefined ? undefined : { host: read("METRICS_HOST"), port: metricsPort, tls: undefined },
    logLevel: read("LOG_LEVEL"),
  };
}

type Setting<Name extends keyof typeof SETTINGS> = z.output<(typeof SETTINGS)[Name]["schema"]>;

/** Values are not repeated in the sentence: an address of a database holds a password. */
function setting<Name extends keyof typeof SETTINGS>(
  environment: Record<string, string | undefined>,
  name: Name,
): Setting<Name> {
  const { schema, must } = SETTINGS[name];
  // An empty variable is how a shell or a compose file leaves a setting out.
  const result = schema.safeParse(environment[name] || undefined);
  if (!result.success) throw new StartError(`The setting ${name} must be ${must}.`);
  return result.data as Setting<Name>; // The table ties each name to its schema; TypeScript loses the tie here.
}

function readTls(cert: string | undefined, key: string | undefined): Config["tls"] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) throw new StartError("The setting TLS_KEY needs TLS_CERT beside it.");
  if (key === undefined) throw new StartError("The setting TLS_CERT needs TLS_KEY beside it.");
  const tls = { cert: readPem("TLS_CERT", cert), key: readPem("TLS_KEY", key) };
  try {
    createSecureContext(tls);
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY cannot be used together: ${(error as Error).message}.`);
  }
  return tls;
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartError(`The file of ${name}, ${path}, cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function addTo(block: BlockList, item: string): boolean {
  const [address = "", bits, ...more] = item.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  const width = version === 6 ? 128 : 32;
  if (bits === undefined) {
    block.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width) return false;
  block.addSubnet(address, Number(bits), family);
  return true;
}

/** Where a browser on this machine reaches the service itself; undefined where cookies would not hold or nothing listens. */
export function loopbackUrl({ host, port, tls, publicUrl, production }: Config): string | undefined {
  const scheme = tls ? "https" : "http";
  // A session of an https address does not reach plain HTTP, and in production nothing does.
  if (!publicUrl.startsWith(`${scheme}:`) || (production && !tls)) return undefined;
  if (isLoopback(host)) return `${scheme}://${hostInUrl(host)}:${port}`;
  return host === "0.0.0.0" || host === "::" ? `${scheme}://127.0.0.1:${port}` : undefined;
}

/** This machine, as an address or by its name. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** What a browser on this machine must type to reach a server bound to `host`. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return isIP(host) === 6 ? `[${host}]` : host;
}
