// What happens that others wait for: in this process at once, and between processes that share a database by its notices.
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { z } from "zod";
import type { Notices } from "./db/notices.ts";
import type { Log } from "./log.ts";

export type Events = EventEmitter<{
  arrived: [];
  ended: [documentId: string];
  removed: [documentId: string];
}>;

export function newEvents(): Events {
  // Every waiting upload listens; their number is no leak.
  return new EventEmitter().setMaxListeners(0) as Events;
}

const Happened = z.union([
  z.tuple([z.literal("arrived")]),
  z.tuple([z.literal("ended"), z.string()]),
  z.tuple([z.literal("removed"), z.string()]),
]);
type Happened = z.infer<typeof Happened>;
const Notice = z.object({ from: z.string(), happened: z.array(Happened) });

/** A notice of PostgreSQL has less than 8,000 bytes, one of ours some 45 for each thing that happened. */
const MOST = 100;

/**
 * From now on what happens in one process is heard in all that share the database. A notice may be lost while a connection
 * is made anew: whoever waits also looks from time to time.
 */
export async function shareEvents(events: Events, notices: Notices, log: Log): Promise<void> {
  const self = randomUUID();
  const unsent: Happened[] = [];
  let sending = false;
  let hearing = false;

  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    // What happens while a notice is under way goes with the next one.
    while (unsent.length > 0) {
      const notice: z.infer<typeof Notice> = { from: self, happened: unsent.splice(0, MOST) };
      await notices.send(JSON.stringify(notice)).catch((error: unknown) => log.error("notice_not_sent", error));
    }
    sending = false;
  }

  function tell(happened: Happened): void {
    if (hearing || (happened[0] === "arrived" && unsent.some(([what]) => what === "arrived"))) return;
    unsent.push(happened);
    void send();
  }

  function hear(text: string): void {
    const notice = readNotice(text);
    if (notice === undefined || notice.from === self) return;
    hearing = true;
    try {
      for (const happened of notice.happened) emit(events, happened);
    } finally {
      hearing = false;
    }
  }

  events.on("arrived", () => tell(["arrived"]));
  events.on("ended", (id) => tell(["ended", id]));
  events.on("removed", (id) => tell(["removed", id]));
  // Whatever was said while nobody listened: there may be work.
  await notices.hear(hear, () => hear(JSON.stringify({ from: "", happened: [["arrived"]] })));
}

function emit(events: Events, happened: Happened): void {
  if (happened[0] === "arrived") events.emit("arrived");
  else events.emit(happened[0], happened[1]);
}

/** Another version of the service may run beside this one: what is not understood is left to the next look. */
function readNotice(text: string): z.infer<typeof Notice> | undefined {
  try {
    return Notice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
