// Waiting for the end of an analysis, here or on another replica.
import { and, eq } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import type { Services } from "../services.ts";

/** How often another replica's work is looked for. */
const POLL = 1_000;

/** Returns when the document has ended or is gone, when the service stops, or when the time is over. */
export async function untilEnded(services: Services, documentId: string): Promise<void> {
  const deadline = Date.now() + services.waitMilliseconds;
  let left = services.waitMilliseconds;
  while (left > 0 && !services.stopping.aborted) {
    if ((await nextEvent(services, documentId, Math.min(POLL, left))) !== "time") return;
    if (!(await isProcessing(services, documentId))) return;
    left = deadline - Date.now();
  }
}

function nextEvent(services: Services, documentId: string, milliseconds: number): Promise<"time" | "event"> {
  const { promise, resolve } = Promise.withResolvers<"time" | "event">();
  const about = (id: string) => id === documentId && resolve("event");
  const stop = () => resolve("event");
  const timer = setTimeout(() => resolve("time"), milliseconds);
  services.events.on("ended", about).on("removed", about);
  services.stopping.addEventListener("abort", stop);
  return promise.finally(() => {
    clearTimeout(timer);
    services.events.off("ended", about).off("removed", about);
    services.stopping.removeEventListener("abort", stop);
  });
}

async function isProcessing(services: Services, documentId: string): Promise<boolean> {
  const rows = await services.db
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, documentId), eq(documents.status, "processing")));
  return rows.length > 0;
}
