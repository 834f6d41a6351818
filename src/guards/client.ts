// Who is at the other end, and whether the way there is encrypted. A proxy is believed only when it is named.
import type { BlockList } from "node:net";
import { isIP } from "node:net";
import type { Context } from "hono";
import type { AppEnv } from "./variables.ts";

/** The nearest address that is not one of our own proxies. */
export function clientAddress(c: Context<AppEnv>, trustedProxies: BlockList): string {
  let address = plain(c.env.incoming.socket.remoteAddress ?? "");
  const passedOn = (c.req.header("X-Forwarded-For") ?? "").split(",").map((part) => plain(part.trim()));
  while (isTrusted(address, trustedProxies)) {
    const next = passedOn.pop();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

export function isEncrypted(c: Context<AppEnv>, trustedProxies: BlockList): boolean {
  const { socket } = c.env.incoming;
  if ("encrypted" in socket) return true;
  // The last proxy writes last; what stands before it came from further out.
  const scheme = c.req.header("X-Forwarded-Proto")?.split(",").at(-1)?.trim().toLowerCase();
  return scheme === "https" && isTrusted(plain(socket.remoteAddress ?? ""), trustedProxies);
}

/** What a limit per address counts by: one customer of a provider usually holds a whole /64 of IPv6. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  // A dotted IPv4 at the end stands for two groups.
  const written = before.length + after.length + (address.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - written)).fill("0");
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** IPv4 as IPv4, also where the socket speaks both. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
