// The HTTP application: guards, routes, and the one place where an error becomes an answer. Starts nothing.
import type { BlockList } from "node:net";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { openAccounts } from "./accounts/auth.ts";
import { openDashboard } from "./dashboard/routes.tsx";
import { ApiError, ERRORS, type ErrorBody } from "./errors.ts";
import { auth } from "./guards/auth.ts";
import { rateFields } from "./guards/rate-limit.ts";
import { requestRecord } from "./guards/request-record.ts";
import { transport } from "./guards/transport.ts";
import type { AppEnv } from "./guards/variables.ts";
import { documentRoutes } from "./routes/documents.ts";
import { openApiDocument } from "./routes/openapi.ts";
import { probes } from "./routes/probes.ts";
import { usageRoutes } from "./routes/usage.ts";
import type { Services } from "./services.ts";

export interface Transport {
  production: boolean;
  trustedProxies: BlockList;
}

export type App = OpenAPIHono<AppEnv>;

export function buildApp(services: Services, reach: Transport): App {
  const app = new OpenAPIHono<AppEnv>();
  app.use(requestRecord(services));
  // Asked from beside the service, before a proxy: over plain HTTP in production too.
  app.route("/", probes(services));
  app.use(transport(reach));
  app.use("/api/v1/*", rateFields(services, reach.trustedProxies), async function answersData(c, next) {
    c.header("Cache-Control", "no-store");
    tellItIsData(c);
    await next();
  });
  const api = buildApi(services, reach);
  const document = openApiDocument(api, services.publicUrl);
  api.get("/openapi.json", (c) => c.json(document));
  app.route("/api/v1", api);
  const dashboard = openDashboard(openAccounts(services), reach.trustedProxies, document);
  app.route("/", dashboard.pages);
  refuseOtherMethods(app);
  const answered = (c: Context<AppEnv>, error: ApiError) =>
    wantsPage(c) ? dashboard.errorPage(c, error) : errorAnswer(c, error);
  app.notFound((c) => answered(c, new ApiError("not_found", "No such route.")));
  app.onError((error, c) => {
    if (error instanceof ApiError) return answered(c, error);
    services.log.error("request_failed", error, { request_id: c.get("requestId") });
    return answered(c, new ApiError("internal_error"));
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
  const guards = [auth(services, reach.trustedProxies)];
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

/** Below `/api` every answer is JSON; elsewhere a person with a browser gets a page. */
function wantsPage(c: Context<AppEnv>): boolean {
  return !c.req.path.startsWith("/api/") && (c.req.header("Accept") ?? "").includes("text/html");
}

/** A browser that is led to an answer of the API takes it for nothing but data. */
function tellItIsData(c: Context<AppEnv>): void {
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
}

function errorAnswer(c: Context<AppEnv>, error: ApiError): Response {
  c.set("errorCode", error.code);
  tellItIsData(c);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const body: ErrorBody = { error: { code: error.code, message: error.message, request_id: c.get("requestId") } };
  return c.json(body, ERRORS[error.code].status);
}
