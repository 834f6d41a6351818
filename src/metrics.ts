// What is counted for whoever watches the service, in the words of Prometheus. One process counts its own; the queue is that of
// all. No label holds what a client chose: routes are those of the program.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics() {
  const registers = [new Registry()];
  const registry = registers[0] as Registry; // The one just made.
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: "assay_requests_total",
      help: "Requests answered; code is the error's, empty for none. rate_limited and quota_exceeded are the limits.",
      labelNames: ["route", "method", "status", "code"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "assay_request_seconds",
      help: "Time from a request to its answer; an upload waits up to 20 s for its analysis.",
      labelNames: ["route", "method"],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
      registers,
    }),
    analyses: new Counter({
      name: "assay_analyses_total",
      help: "Analyses that ended in this process, by verdict or by the code of their failure.",
      labelNames: ["result"],
      registers,
    }),
    analysisSeconds: new Histogram({
      name: "assay_analysis_seconds",
      help: "Time the engine took for a document, its wait for a place included.",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
    documents: new Gauge({
      name: "assay_documents",
      help: "Documents that are not done, in the whole service: those somebody works on, and those that wait.",
      labelNames: ["state"],
      registers,
    }),
    oldestSeconds: new Gauge({
      name: "assay_oldest_document_seconds",
      help: "Age of the oldest document that is not done; 0 for none.",
      registers,
    }),
    enginePlaces: new Gauge({
      name: "assay_engine_places",
      help: "Places of this process's engine: at work, and in all.",
      labelNames: ["state"],
      registers,
    }),
    childrenLost: new Counter({
      name: "assay_engine_children_lost_total",
      help: "Child processes of the engine that were lost to a file: ended by themselves, or killed at a limit.",
      labelNames: ["why"],
      registers,
    }),
    up: new Gauge({
      name: "assay_up",
      help: "1 where the database, the storage answer to this process, 0 where not.",
      labelNames: ["what"],
      registers,
    }),
    info: new Gauge({
      name: "assay_engine_info",
      help: "The version of the engine, as a label of a constant 1.",
      labelNames: ["version"],
      registers,
    }),
  };
}
