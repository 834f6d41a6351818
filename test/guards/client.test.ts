// Whose address counts, and when a request came encrypted.
import { BlockList } from "node:net";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { addressGroup, clientAddress, isEncrypted } from "../../src/guards/client.ts";
import type { AppEnv } from "../../src/guards/variables.ts";

const proxies = new BlockList();
proxies.addSubnet("10.0.0.0", 8, "ipv4");
proxies.addAddress("fd00::1", "ipv6");

/** What the guards see of a request from `remoteAddress`. */
async function seen(remoteAddress: string, headers: Record<string, string>, encrypted = false) {
  const app = new Hono<AppEnv>();
  app.get("/", (c) => c.json({ address: clientAddress(c, proxies), encrypted: isEncrypted(c, proxies) }));
  const socket = encrypted ? { remoteAddress, encrypted } : { remoteAddress };
  const answer = await app.request("/", { headers }, { incoming: { socket } });
  return (await answer.json()) as { address: string; encrypted: boolean };
}

describe("the client's address", () => {
  test.each([
    ["nobody between", "203.0.113.5", undefined, "203.0.113.5"],
    ["a header from nobody we trust", "203.0.113.5", "198.51.100.1", "203.0.113.5"],
    ["one proxy", "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["a proxy on a socket for both families", "::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"],
    ["two proxies", "10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["a client that pretends to pass somebody on", "10.1.2.3", "192.0.2.9, 198.51.100.1", "198.51.100.1"],
    ["a client behind IPv6", "fd00::1", "2001:db8::7", "2001:db8::7"],
    ["a proxy that says nothing", "10.1.2.3", undefined, "10.1.2.3"],
    ["a proxy that says nonsense", "10.1.2.3", "unknown", "10.1.2.3"],
  ])("with %s", async (_what, remote, forwarded, address) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
    expect((await seen(remote, headers)).address).toBe(address);
  });

  test.each([
    ["203.0.113.5", "203.0.113.5"],
    ["2001:db8:a:b:1:2:3:4", "2001:db8:a:b"],
    ["2001:db8:a:b::9", "2001:db8:a:b"],
    ["2001:DB8:000a:b::", "2001:db8:a:b"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["64:ff9b::192.0.2.33", "64:ff9b:0:0"],
  ])("%s is counted as %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe("a request", () => {
  test.each<[string, string, Record<string, string>, boolean, boolean]>([
    ["over TLS to ourselves", "203.0.113.5", {}, true, true],
    ["in the clear", "203.0.113.5", {}, false, false],
    ["in the clear that claims otherwise", "203.0.113.5", { "X-Forwarded-Proto": "https" }, false, false],
    ["over TLS to our proxy", "10.1.2.3", { "X-Forwarded-Proto": "https" }, false, true],
    ["in the clear to our proxy", "10.1.2.3", { "X-Forwarded-Proto": "http" }, false, false],
    ["in the clear to our proxy, pretending", "10.1.2.3", { "X-Forwarded-Proto": "https, http" }, false, false],
    ["to a proxy that does not say", "10.1.2.3", {}, false, false],
  ])("%s", async (_what, remote, headers, tls, encrypted) => {
    expect((await seen(remote, headers, tls)).encrypted).toBe(encrypted);
  });
});
