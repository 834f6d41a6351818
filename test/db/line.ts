// A line to a PostgreSQL that a test can make dumb or cut: what a stopped server, a lost network and a restart look like.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Line {
  /** The same database, over this line. */
  url: string;
  /** Nothing comes through any more, and nothing says so. */
  silence(): void;
  /** All that was held back comes through. */
  speak(): void;
  /** Ends every connection; new ones are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  const there = new URL(target);
  const sockets = new Set<Socket>();
  let silent = false;

  const server = createServer((near) => {
    const far = connect(Number(there.port || 5432), there.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      if (silent) socket.pause();
      socket.on("data", (bytes) => other.write(bytes));
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (silent) socket.pause();
    }
  });
  // A test's process must not wait for it.
  server.unref();
  const open = (port: number) => new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  await open(0);
  const { port } = server.address() as AddressInfo; // A server on a port, not on a pipe.
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);

  return {
    url: url.href,
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => open(port),
  };
}
