// What watches the service is told the truth, without a key, and nothing that a client chose.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMetrics } from "../../src/metrics.ts";
import { probesWithMetrics } from "../../src/routes/probes.ts";
import { completed, type EngineByHand, engineByHand, failed } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";

let engine: EngineByHand;
let service: TestService;

beforeAll(async () => {
  engine = engineByHand();
  // In production, over plain HTTP: probes come from beside the service.
  service = await openService({ engine, production: true });
});
afterAll(() => service.close());

/** As the port of METRICS_PORT answers. */
const ask = (path: string) => probesWithMetrics(service.services).request(path);
const figures = async () => (await ask("/metrics")).text();

test("the process is alive, and ready while database and storage answer and nobody stops it", async () => {
  expect(await service.request("/healthz")).toMatchObject({ status: 200, body: "ok\n" });
  const ready = { ready: true, database: true, storage: true, stopping: false };
  expect(await service.request("/readyz")).toMatchObject({ status: 200, body: ready });
  expect((await ask("/readyz")).status).toBe(200);
});

test("storage that does not answer makes it not ready, and says which it was", async () => {
  const { storage } = service.services;
  service.services.storage = { ...storage, readMark: () => Promise.reject(new Error("away")) };
  try {
    expect(await service.request("/readyz")).toMatchObject({
      status: 503,
      body: { ready: false, database: true, storage: false },
    });
    expect(await figures()).toContain('assay_up{what="storage"} 0');
  } finally {
    service.services.storage = storage;
  }
});

test("figures are not for everybody: the service's own port has none", async () => {
  expect((await service.request("/metrics", { headers: { "X-Forwarded-Proto": "https" } })).status).toBe(404);
  expect((await ask("/nothing")).status).toBe(404);
});

test("requests, analyses, the queue and the engine are counted, under names of ours alone", async () => {
  const organization = await service.newOrganization();
  const secure = { headers: { "X-Forwarded-Proto": "https" } };
  const upload = () => {
    const body = new FormData();
    body.set("file", new Blob(["%PDF-1.4\n"]), "MUSTER.pdf");
    return organization.request("/documents", { method: "POST", body, ...secure });
  };
  engine.always(completed({ verdict: "tampered", basis: "negative", score: 10 }));
  await upload();
  engine.always(failed("password_required"));
  await upload();
  engine.always(undefined);
  await service.stopAnalysis();
  await service.withWait(0, upload);
  await organization.request("/documents/MUSTER", secure);
  await organization.request("/MUSTER", secure);
  await service.request("/MUSTER", { ...secure, method: "MUSTER" });

  const text = await figures();
  for (const line of [
    'assay_requests_total{route="/api/v1/documents",method="POST",status="200",code=""} 2',
    'assay_requests_total{route="/api/v1/documents",method="POST",status="202",code=""} 1',
    'assay_requests_total{route="/api/v1/documents/:id",method="GET",status="404",code="not_found"} 1',
    'assay_request_seconds_count{route="/api/v1/documents",method="POST"} 3',
    'assay_analyses_total{result="tampered"} 1',
    'assay_analyses_total{result="password_required"} 1',
    "assay_analysis_seconds_count 2",
    'assay_documents{state="waiting"} 1',
    'assay_documents{state="working"} 0',
    'assay_engine_places{state="all"} 1',
    'assay_engine_children_lost_total{why="ended"} 0',
    'assay_up{what="database"} 1',
    'assay_engine_info{version="0.0.0"} 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toMatch(/MUSTER/);
  service.startAnalysis();
});

test("an alert names nothing that is not counted", async () => {
  const rules = readFileSync(new URL("../../deploy/alerts.yml", import.meta.url), "utf8");
  const named = new Set([...rules.matchAll(/\bassay_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, "")));
  const counted = (await openMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((name) => !counted.includes(name))).toEqual([]);
});
