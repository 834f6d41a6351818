// Words between the processes that share a PostgreSQL: its NOTIFY and LISTEN.
import type postgres from "postgres";

export interface Notices {
  /** Reaches everybody who listens, this process too. Less than 8,000 bytes. */
  send(text: string): Promise<void>;
  /** Resolves when nothing that is said from then on is missed; `begun` runs then, and after each lost connection. */
  hear(listener: (text: string) => void, begun: () => void): Promise<void>;
}

const CHANNEL = "assay";

export function noticesOf(client: postgres.Sql): Notices {
  return {
    async send(text) {
      await client.notify(CHANNEL, text);
    },
    async hear(listener, begun) {
      await client.listen(CHANNEL, listener, begun);
    },
  };
}
