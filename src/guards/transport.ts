// In production nothing is answered over plain HTTP: a key that came in the clear must not seem to work.
import type { BlockList } from "node:net";
import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors.ts";
import { isEncrypted } from "./client.ts";
import type { AppEnv } from "./variables.ts";

/** Two years, the least that browsers' preload lists ask for. */
const HSTS = "max-age=63072000";

export function transport({
  production,
  trustedProxies,
}: {
  production: boolean;
  trustedProxies: BlockList;
}): MiddlewareHandler<AppEnv> {
  return async function requiresEncryption(c, next) {
    if (isEncrypted(c, trustedProxies)) c.header("Strict-Transport-Security", HSTS);
    else if (production) throw new ApiError("invalid_request", "This service answers over HTTPS only.");
    await next();
  };
}
