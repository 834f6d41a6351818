// The rate limits as a client sees them: the fields of draft-ietf-httpapi-ratelimit-headers-10 on every answer of the API.
import type { BlockList } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import { ApiError } from "../errors.ts";
import { type Allowance, BAD_KEYS_PER_ADDRESS, countRequest, PER_KEY, type Policy, readAllowance } from "../rates.ts";
import type { Services } from "../services.ts";
import { addressGroup, clientAddress } from "./client.ts";
import type { AppEnv } from "./variables.ts";

/** Of a good key, whose request is counted already. */
export function holdToRate(c: Context<AppEnv>, allowance: Allowance): void {
  tell(c, PER_KEY, allowance);
}

/** Counts a request that came without a good key; past the limit it learns no more about its key. */
export async function countBadKey(services: Services, trustedProxies: BlockList, c: Context<AppEnv>): Promise<void> {
  const subject = addressGroup(clientAddress(c, trustedProxies));
  services.requestLog.recordBadKey(subject);
  tell(c, BAD_KEYS_PER_ADDRESS, await countRequest(services, BAD_KEYS_PER_ADDRESS, subject));
}

/** Answers that need no key, as 404 and 405, say how the address stands without counting. */
export function rateFields(services: Services, trustedProxies: BlockList): MiddlewareHandler<AppEnv> {
  return async function writesRateFields(c, next) {
    await next();
    // Where the database has just failed it is not asked once more, which may take as long again.
    if (c.res.headers.has("RateLimit") || c.get("errorCode") === "internal_error") return;
    const subject = addressGroup(clientAddress(c, trustedProxies));
    write(c, BAD_KEYS_PER_ADDRESS, await readAllowance(services, BAD_KEYS_PER_ADDRESS, subject));
  };
}

function tell(c: Context<AppEnv>, policy: Policy, allowance: Allowance): void {
  write(c, policy, allowance);
  if (allowance.allowed) return;
  throw new ApiError("rate_limited", `Too many requests; wait ${allowance.resetSeconds} s.`, {
    "Retry-After": String(allowance.resetSeconds),
  });
}

function write(c: Context<AppEnv>, policy: Policy, allowance: Allowance): void {
  c.header("RateLimit-Policy", `"${policy.name}";q=${policy.requests};w=${policy.seconds}`);
  c.header("RateLimit", `"${policy.name}";r=${allowance.remaining};t=${allowance.resetSeconds}`);
}
