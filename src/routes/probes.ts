// For what watches the service: /healthz (the process answers), /readyz (so do database and storage), /metrics. None of them needs
// a key, so /metrics is answered on a port of its own only.
import { Hono } from "hono";
import { readMetrics, readReadiness } from "../probes.ts";
import type { Services } from "../services.ts";

export function probes(services: Services): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.text("ok\n"));
  app.get("/readyz", async (c) => {
    const readiness = await readReadiness(services);
    return c.json(readiness, readiness.ready ? 200 : 503);
  });
  return app;
}

export function probesWithMetrics(services: Services): Hono {
  const app = probes(services);
  app.get("/metrics", async (c) => {
    const { text, type } = await readMetrics(services);
    return c.body(text, 200, { "Content-Type": type });
  });
  app.notFound((c) => c.text("This port answers /healthz, /readyz and /metrics.\n", 404));
  app.onError((error, c) => {
    services.log.error("probe_failed", error);
    return c.text("The figures cannot be read.\n", 500);
  });
  return app;
}
