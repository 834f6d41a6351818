// Who asks: the organization behind `Authorization: Bearer <API_KEY>` (RFC 6750); and whether the key asks too often.
import type { BlockList } from "node:net";
import type { MiddlewareHandler } from "hono";
import { admitKey } from "../admission.ts";
import { ApiError } from "../errors.ts";
import type { Services } from "../services.ts";
import { countBadKey, holdToRate } from "./rate-limit.ts";
import type { AppEnv } from "./variables.ts";

export function auth(services: Services, trustedProxies: BlockList): MiddlewareHandler<AppEnv> {
  return async function authenticates(c, next) {
    const key = bearer(c.req.header("Authorization"));
    const admission = key === undefined ? undefined : await admitKey(services, key);
    if (admission === undefined) {
      await countBadKey(services, trustedProxies, c);
      throw new ApiError("unauthorized", undefined, { "WWW-Authenticate": "Bearer" });
    }
    c.set("owner", admission.owner);
    holdToRate(c, admission.allowance);
    await next();
  };
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}
