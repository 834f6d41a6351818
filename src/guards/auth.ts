// Who asks: the organization behind `Authorization: Bearer <API_KEY>` (RFC 6750).
import type { BlockList } from "node:net";
import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors.ts";
import { findKeyOwner } from "../keys.ts";
import type { Services } from "../services.ts";
import { countBadKey } from "./rate-limit.ts";
import type { AppEnv } from "./variables.ts";

export function auth(services: Services, trustedProxies: BlockList): MiddlewareHandler<AppEnv> {
  return async function authenticates(c, next) {
    const key = bearer(c.req.header("Authorization"));
    const owner = key === undefined ? undefined : await findKeyOwner(services, key);
    if (owner === undefined) {
      await countBadKey(services, trustedProxies, c);
      throw new ApiError("unauthorized", undefined, { "WWW-Authenticate": "Bearer" });
    }
    c.set("owner", owner);
    await next();
  };
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}
