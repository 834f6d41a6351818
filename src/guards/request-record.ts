// Every request gets its id, a line in the log and, once its owner is known, a row in the owner's request log.
import type { MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { newId } from "../ids.ts";
import type { Services } from "../services.ts";
import type { AppEnv } from "./variables.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function requestRecord(services: Services): MiddlewareHandler<AppEnv> {
  return async function recordsRequest(c, next) {
    const id = newId("req");
    const begin = performance.now();
    c.set("requestId", id);
    c.header("X-Request-Id", id);
    await next();
    const owner = c.get("owner");
    const request = {
      method: c.req.method,
      // The path only: a query may hold a caller's reference to a person. No text column can hold NUL.
      path: c.req.path.replaceAll("\0", "%00"),
      status: c.res.status,
      errorCode: c.get("errorCode") ?? null,
      milliseconds: Math.round(performance.now() - begin),
    };
    const { errorCode, path: _, ...line } = request;
    // A path that no route has is a stranger's words; and some routes hold a token.
    const route = routePath(c, -1);
    const { method, status } = line;
    services.metrics.requests.inc({ route, method: known(method), status, code: errorCode ?? "" });
    services.metrics.requestSeconds.observe({ route, method: known(method) }, (performance.now() - begin) / 1_000);
    services.log.info("request", {
      request_id: id,
      organization: owner?.organizationId ?? null,
      route,
      ...line,
      code: errorCode,
    });
    if (owner === undefined) return;
    services.requestLog.record({ id, ...owner, ...request, documentId: c.get("documentId") ?? null });
  };
}

/** Any word may stand for a method. */
function known(method: string): string {
  return METHODS.includes(method) ? method : "other";
}
