// The HTTP application: guards, routes, and the one place where an error becomes an answer. Starts nothing.
import type { BlockList } from "node:net";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { dashboardRoutes } from "./dashboard/routes.ts";
import { type SignIn, signedInPages } from "./dashboard/signed-in.tsx";
import { ApiError, ERRORS, type ErrorBody } from "./errors.ts";
import { auth } from "./guards/auth.ts";
import { rateFields, rateLimit } from "./guards/rate-limit.ts";
import { requestRecord } from "./guards/request-record.ts";
import { transport } from "./guards/transport.ts";
import type { AppEnv } from "./guards/variables.ts";
import { documentRoutes } from "./routes/documents.ts";
import { openApiDocument } from "./routes/openapi.ts";
import { usageRoutes } from "./routes/usage.ts";
import type { Services } from "./services.ts";

export interface Transport {
  production: boolean;
  trustedProxies: BlockList;
}

export type App = OpenAPIHono<AppEnv>;

/** Without `signIn` there are no pages for who is signed in. */
export function buildApp(services: Services, reach: Transport, signIn?: Omit<SignIn, "trustedProxies">): App {
  const app = new OpenAPIHono<AppEnv>();
  app.use(requestRecord(services), transport(reach));
  app.use("/api/v1/*", rateFields(services, reach.trustedProxies), async function forbidsCaching(c, next) {
    c.header("Cache-Control", "no-store");
    await next();
  });
  const api = buildApi(services, reach);
  const document = openApiDocument(api, services.publicUrl);
  api.get("/openapi.json", (c) => c.json(document));
  app.route("/api/v1", api);
  app.route("/", dashboardRoutes(services.publicUrl, document));
  if (signIn) app.route("/", signedInPages(services, { ...signIn, trustedProxies: reach.trustedProxies }));
  refuseOtherMethods(app);
  app.notFound((c) => errorAnswer(c, new ApiError("not_found", "No such route.")));
  app.onError((error, c) => {
    if (error instanceof ApiError) return errorAnswer(c, error);
    // Only `csrf` of the pages throws it.
    if (error instanceof HTTPException && error.status === 403) {
      return c.text("This form came from another site, so nothing was done.", 403);
    }
    services.log.error("request_failed", error, { request_id: c.get("requestId") });
    return errorAnswer(c, new ApiError("internal_error"));
  });
  return app;
}

function buildApi(services: Services, reach: Transport): App {
  const api: App = new OpenAPIHono<AppEnv>({
    defaultHook(result) {
      if (result.success) return;
      const issue = result.error.issues[0];
      throw new ApiError("invalid_request", issue?.message ?? "A parameter is malformed.");
    },
  });
  const guards = [auth(services, reach.trustedProxies), rateLimit(services)];
  documentRoutes(api, services, guards);
  usageRoutes(api, services, guards);
  return api;
}

/** Every path that answers some method answers all others with 405, before any key is looked at. */
function refuseOtherMethods(app: App): void {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method !== "ALL") methods.set(path, (methods.get(path) ?? new Set()).add(method));
  }
  for (const [path, allowed] of methods) {
    // HEAD is answered wherever GET is (RFC 9110, 9.3.2).
    if (allowed.has("GET")) allowed.add("HEAD");
    const headers = { Allow: [...allowed].sort().join(", ") };
    app.all(path, () => {
      throw new ApiError("method_not_allowed", undefined, headers);
    });
  }
}

function errorAnswer(c: Context<AppEnv>, error: ApiError): Response {
  c.set("errorCode", error.code);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const body: ErrorBody = { error: { code: error.code, message: error.message, request_id: c.get("requestId") } };
  return c.json(body, ERRORS[error.code].status);
}
