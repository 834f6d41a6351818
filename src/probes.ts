// Whether the service can do its work, and its figures, asked when somebody looks.
import { sql } from "drizzle-orm";
import { readQueue } from "./health.ts";
import type { Services } from "./services.ts";

export interface Readiness {
  ready: boolean;
  database: boolean;
  storage: boolean;
  /** A service that stops takes no more requests. */
  stopping: boolean;
}

export async function readReadiness(services: Services): Promise<Readiness> {
  const [database, storage] = await Promise.all([
    works(services, "database", services.db.execute(sql`select 1`)),
    works(services, "storage", services.storage.readMark().then(present)),
  ]);
  const stopping = services.stopping.aborted;
  return { ready: database && storage && !stopping, database, storage, stopping };
}

/** A folder without the mark is not the storage: nothing is mounted there. */
function present(mark: string | undefined): void {
  if (mark === undefined) throw new Error("the storage has no mark");
}

async function works(services: Services, what: string, asked: PromiseLike<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    services.log.error("probe_failed", error, { what });
    return false;
  }
}

/** The text that Prometheus reads, and its media type. */
export async function readMetrics(services: Services): Promise<{ text: string; type: string }> {
  const { metrics, engine } = services;
  const { database, storage } = await readReadiness(services);
  metrics.up.set({ what: "database" }, database ? 1 : 0);
  metrics.up.set({ what: "storage" }, storage ? 1 : 0);
  if (database) await setQueue(services);
  const { places, working, crashed, overLimit } = engine.load();
  metrics.enginePlaces.set({ state: "all" }, places);
  metrics.enginePlaces.set({ state: "working" }, working);
  // The engine counts by itself.
  metrics.childrenLost.reset();
  metrics.childrenLost.inc({ why: "ended" }, crashed);
  metrics.childrenLost.inc({ why: "limit" }, overLimit);
  metrics.info.set({ version: engine.version }, 1);
  return { text: await metrics.registry.metrics(), type: metrics.registry.contentType };
}

async function setQueue({ metrics, ...services }: Services): Promise<void> {
  const { processing, waiting, oldestSeconds } = await readQueue(services);
  metrics.documents.set({ state: "waiting" }, waiting);
  metrics.documents.set({ state: "working" }, processing - waiting);
  metrics.oldestSeconds.set(oldestSeconds ?? 0);
}
