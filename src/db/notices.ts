// Words between the processes that share a PostgreSQL: its NOTIFY and LISTEN.
import type { Client } from "./client.ts";

export interface Notices {
  /** Reaches everybody who listens, this process too. Less than 8,000 bytes. */
  send(text: string): Promise<void>;
  /** Resolves when nothing that is said from then on is missed; `begun` runs then, and after each lost connection. */
  hear(listener: (text: string) => void, begun: () => void): Promise<void>;
}

const CHANNEL = "assay";

export function noticesOf({ sql, onRenewed }: Client): Notices {
  return {
    async send(text) {
      await sql.unsafe("select pg_notify($1, $2)", [CHANNEL, text]);
    },
    async hear(listener, begun) {
      await sql.listen(CHANNEL, listener, begun);
      // Where this fails the next renewal tries again, and meanwhile everybody looks for himself.
      onRenewed(() => void sql.listen(CHANNEL, listener, begun).catch(() => undefined));
    },
  };
}
