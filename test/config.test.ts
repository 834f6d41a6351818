// Settings: what each may be, and the one sentence about a wrong one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { StartError } from "../src/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-config-"));
const file = join(folder, "some.pem");
writeFileSync(file, "PEM");
afterAll(() => rmSync(folder, { recursive: true }));

test("without settings: this machine only, port 8787, data in ./data", () => {
  expect(readConfig({})).toMatchObject({
    port: 8787,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    databaseUrl: undefined,
    publicUrl: "http://127.0.0.1:8787",
    tls: undefined,
    trustList: undefined,
    production: false,
  });
});

test("an empty setting is one that is not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "", TRUST_LIST: "" })).toMatchObject({
    port: 8787,
    databaseUrl: undefined,
  });
});

test.each([
  [{ HOST: "0.0.0.0", PORT: "80" }, "http://localhost:80"],
  [{ HOST: "::1" }, "http://[::1]:8787"],
  [{ PUBLIC_URL: "https://assay.example.com/" }, "https://assay.example.com"],
  [{ PUBLIC_URL: "https://example.com/assay" }, "https://example.com/assay"],
])("%j is reached at %s", (environment, publicUrl) => {
  expect(readConfig(environment).publicUrl).toBe(publicUrl);
});

test("trusted proxies are addresses and networks of both families", () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,fd00::/8" });
  expect(trustedProxies.check("10.200.1.1", "ipv4")).toBe(true);
  expect(trustedProxies.check("192.0.2.1", "ipv4")).toBe(true);
  expect(trustedProxies.check("192.0.2.2", "ipv4")).toBe(false);
  expect(trustedProxies.check("fd12::1", "ipv6")).toBe(true);
});

describe("a wrong setting stops the start with a sentence that names it", () => {
  test.each([
    [{ PORT: "0" }, "The setting PORT must be a whole number from 1 to 65535."],
    [{ PORT: "65536" }, "PORT must be"],
    [{ PORT: "8787 " }, "PORT must be"],
    [{ PORT: "http" }, "PORT must be"],
    [{ DATABASE_URL: "mysql://localhost/x" }, "DATABASE_URL must be of the form postgres://"],
    [{ DATABASE_URL: "localhost" }, "DATABASE_URL must be"],
    [{ PUBLIC_URL: "assay.example.com" }, "PUBLIC_URL must be an http or https address"],
    [{ PUBLIC_URL: "https://example.com/?a=b" }, "PUBLIC_URL must be"],
    [{ TLS_CERT: file }, "TLS_CERT needs TLS_KEY"],
    [{ TLS_KEY: file }, "TLS_KEY needs TLS_CERT"],
    [{ TLS_CERT: join(folder, "none.pem"), TLS_KEY: file }, "TLS_CERT must be the path of a PEM file that exists"],
    [{ TLS_CERT: folder, TLS_KEY: file }, "The file of TLS_CERT"],
    [{ TLS_CERT: file, TLS_KEY: file }, "TLS_CERT and TLS_KEY cannot be used together"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES must be a list of addresses"],
    [{ TRUSTED_PROXIES: "proxy.example.com" }, "TRUSTED_PROXIES must be"],
    [{ TRUST_LIST: join(folder, "none") }, "TRUST_LIST must be the path"],
    [{ ENGINE_PROCESSES: "0" }, "ENGINE_PROCESSES must be"],
  ])("%j", (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(StartError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  test("and never repeats its value, which may hold a password", () => {
    expect(() => readConfig({ DATABASE_URL: "mysql://user:hunter2@host/x" })).not.toThrow(/hunter2/);
  });
});
