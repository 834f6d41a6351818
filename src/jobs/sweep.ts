// Removes what is past its days: documents after 30, the request log after 30, Idempotency-Keys after one, links and
// sessions when they end, and what broken-off work left behind.
import { sweepInvitations } from "../accounts/members.ts";
import { sweepLinks } from "../accounts/settings.ts";
import { sweepFiles } from "../documents/files.ts";
import { sweepDocuments, sweepIdempotencyKeys } from "../documents/retention.ts";
import { sweepRates } from "../rates.ts";
import { sweepRequests } from "../requests.ts";
import type { Services } from "../services.ts";
import type { Job } from "./analysis.ts";

const EVERY = 10 * 60_000;

const SWEEPS = {
  sweepDocuments,
  sweepInvitations,
  sweepLinks,
  sweepIdempotencyKeys,
  sweepRequests,
  sweepRates,
  sweepFiles,
};

/** Every sweep runs, whatever happens to the others. */
export async function sweep(services: Services): Promise<void> {
  for (const [name, run] of Object.entries(SWEEPS)) {
    await run(services).catch((error: unknown) => services.log.error("sweep_failed", error, { sweep: name }));
  }
}

export function startSweeping(services: Services): Job {
  let current = sweep(services);
  const timer = setInterval(() => {
    current = current.then(() => sweep(services));
  }, EVERY);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
