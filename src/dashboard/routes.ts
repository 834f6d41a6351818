// The pages a browser sees.
import { Hono } from "hono";
import type { AppEnv } from "../guards/variables.ts";
import type { openApiDocument } from "../routes/openapi.ts";
import { page } from "./page.ts";
import { referencePage } from "./reference.ts";
import { startPage } from "./start.ts";

export function dashboardRoutes(publicUrl: string, document: ReturnType<typeof openApiDocument>): Hono<AppEnv> {
  const dashboard = new Hono<AppEnv>();
  dashboard.get("/", (c) => page(c, "assay", startPage(publicUrl)));
  dashboard.get("/docs", (c) => page(c, "assay: API reference", referencePage(document)));
  return dashboard;
}
