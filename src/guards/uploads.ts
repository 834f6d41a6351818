// How many uploads of one key are under way at once: each holds a connection, a file and, for up to 20 seconds, an answer.
import type { MiddlewareHandler } from "hono";
import { ApiError } from "../errors.ts";
import type { AppEnv } from "./variables.ts";

/** In one process. */
export const UPLOADS_AT_ONCE = 32;

const RETRY_SECONDS = "1";

export function uploadsAtOnce(): MiddlewareHandler<AppEnv> {
  const underWay = new Map<string, number>();
  return async function limitsUploads(c, next) {
    const { keyId } = c.get("owner");
    const others = underWay.get(keyId) ?? 0;
    if (others >= UPLOADS_AT_ONCE) {
      throw new ApiError("rate_limited", `${others} uploads of this key are under way; wait for one of them.`, {
        "Retry-After": RETRY_SECONDS,
      });
    }
    underWay.set(keyId, others + 1);
    try {
      await next();
    } finally {
      const left = (underWay.get(keyId) ?? 1) - 1;
      if (left > 0) underWay.set(keyId, left);
      else underWay.delete(keyId);
    }
  };
}
