// GET /usage as a page.
import { Hono } from "hono";
import type { AppEnv } from "../../guards/variables.ts";
import type { Services } from "../../services.ts";
import { listUsageDays, readUsage } from "../../usage.ts";
import type { Shell } from "../shell.ts";
import { columnsOf, SHOWN_DAYS, UsageView } from "./usage.tsx";

export function usagePages(services: Services, shell: Shell): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.on(["GET"], ["/usage"], ...shell.guards, async (c) => {
    const organization = shell.organization(c);
    const [usage, days] = await Promise.all([
      readUsage(services, organization),
      listUsageDays(services, organization, SHOWN_DAYS),
    ]);
    const body = <UsageView usage={usage} columns={columnsOf(days, services.clock())} />;
    return shell.page(c, { title: "Usage", body });
  });
  return pages;
}
