// Takes waiting documents and analyses them, a few at a time. An upload here starts it at once; documents of other
// replicas, or of a process that died, are found by polling.
import { analyzeDocument } from "../documents/analysis.ts";
import { giveUpLease, LEASE_MILLISECONDS, type Lease, renewLease, takeDocument } from "../documents/lease.ts";
import type { Services } from "../services.ts";

const POLL = 1_000;
/** Two renewals may be late before another replica takes the document. */
const RENEW = LEASE_MILLISECONDS / 3;

export interface Job {
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

export function startAnalysis(services: Services, { atOnce }: { atOnce: number }): Job {
  const running = new Map<Promise<void>, AbortController>();
  let stopped = false;
  let filling: Promise<void> | undefined;
  let again = false;

  /** One filling at a time; whoever calls meanwhile makes it look once more. */
  function fill(): void {
    again = true;
    filling ??= (async () => {
      while (again && !stopped) {
        again = false;
        await takeAll().catch((error) => services.log.error("taking_failed", error));
      }
    })().finally(() => {
      filling = undefined;
    });
  }

  async function takeAll(): Promise<void> {
    while (running.size < atOnce && !stopped) {
      const lease = await takeDocument(services);
      if (lease === undefined) return;
      begin(lease);
    }
  }

  function begin(lease: Lease): void {
    const controller = new AbortController();
    const work = holdAndAnalyze(services, lease, controller).finally(() => {
      running.delete(work);
      fill();
    });
    running.set(work, controller);
  }

  services.events.on("arrived", fill);
  const timer = setInterval(fill, POLL);
  fill();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      services.events.off("arrived", fill);
      await filling;
      for (const controller of running.values()) controller.abort(new Stopping());
      await Promise.all(running.keys());
    },
  };
}

/** Never rejects: what goes wrong is logged, and the lease runs out for the next one to take. */
async function holdAndAnalyze(services: Services, lease: Lease, controller: AbortController): Promise<void> {
  const removed = (id: string) => id === lease.documentId && controller.abort(new Gone());
  const renew = () => {
    renewLease(services, lease).then(
      (held) => held || controller.abort(new Gone()),
      (error) => services.log.error("renewal_failed", error),
    );
  };
  services.events.on("removed", removed);
  const timer = setInterval(renew, RENEW);
  try {
    await analyzeDocument(services, lease, controller.signal);
  } catch (error) {
    if (error instanceof Stopping) await giveUpLease(services, lease).catch(() => undefined);
    else if (!(error instanceof Gone)) {
      services.log.error("settling_failed", error, { document: lease.documentId });
    }
  } finally {
    clearInterval(timer);
    services.events.off("removed", removed);
  }
}

/** The document was deleted or belongs to another worker now. */
class Gone extends Error {}

/** The service stops; the document goes back as it was. */
class Stopping extends Error {}
