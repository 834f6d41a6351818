// Words between the processes that share a PostgreSQL: its NOTIFY and LISTEN.
import { Socket } from "node:net";
import pg from "pg";
import type { Client } from "./client.ts";

export interface Notices {
  /** Reaches everybody who listens, this process too. Less than 8,000 bytes. */
  send(text: string): Promise<void>;
  /** Resolves when nothing that is said from then on is missed; `begun` runs then, and after each lost connection. */
  hear(listener: (text: string) => void, begun: () => void): Promise<void>;
  close(): void;
}

const CHANNEL = "assay";
const AGAIN = 500;

/** Listening takes a connection of its own, which is made anew for as long as it takes. */
export function noticesOf(url: string, { pool, onRenewed }: Client): Notices {
  let socket = new Socket();
  let closed = false;

  async function listen(listener: (text: string) => void, begun: () => void): Promise<void> {
    socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      application_name: "assay",
      keepAlive: true,
      stream: () => socket,
    });
    // Without its "end" nobody would listen again; what the error was, the others' statements tell.
    client.on("error", () => undefined);
    client.on("notification", ({ payload = "" }) => listener(payload));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    client.once("end", () => again(listener, begun));
    begun();
  }

  function again(listener: (text: string) => void, begun: () => void): void {
    if (closed) return;
    const retry = () => listen(listener, begun).catch(() => again(listener, begun));
    setTimeout(retry, AGAIN).unref();
  }

  return {
    async send(text) {
      await pool.query("select pg_notify($1, $2)", [CHANNEL, text]);
    },
    async hear(listener, begun) {
      await listen(listener, begun);
      onRenewed(() => socket.destroy());
    },
    close() {
      closed = true;
      socket.destroy();
    },
  };
}
