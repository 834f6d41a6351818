// GET /usage.
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../guards/variables.ts";
import type { Services } from "../services.ts";
import { readUsage, Usage } from "../usage.ts";
import { USAGE_EXAMPLE } from "./examples.ts";
import { answer, errors, security } from "./openapi.ts";

const retrieve = createRoute({
  method: "get",
  path: "/usage",
  tags: ["usage"],
  operationId: "usage.retrieve",
  summary: "How many checks were granted, spent and are left",
  security,
  responses: {
    200: answer("The organization's checks.", Usage, { example: USAGE_EXAMPLE }),
    ...errors("unauthorized", "rate_limited", "internal_error"),
  },
});

export function usageRoutes(api: OpenAPIHono<AppEnv>, services: Services, guards: MiddlewareHandler<AppEnv>[]): void {
  api.openapi({ ...retrieve, middleware: guards }, async (c) =>
    c.json(await readUsage(services, c.get("owner").organizationId), 200),
  );
}
