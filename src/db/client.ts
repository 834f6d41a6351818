// The connections to a PostgreSQL, and the bound on how long it may say nothing. A server that is stopped, or cut off without a
// word, leaves its connections open: whoever asked would wait for ever. So calls are counted, and where calls are open and no
// answer to any has come for a while, all are refused and new connections are made.
import { Socket } from "node:net";
import pg from "pg";

/** The API's own bound is five seconds. */
const SILENCE = 3_500;
/** A statement that waits for a lock this long is ended by the server itself. */
const STATEMENT = 3_000;
/** One call among many that are answered: its connection is lost. */
const LONGEST = 15_000;
const LOOK = 250;
/** What others have asked over connections that are given up may still be answered. */
const GRACE = 5_000;

export class DatabaseSilent extends Error {}

interface Call {
  began: number;
  refuse(error: DatabaseSilent): void;
}

/** Connections that were made together, and what is asked over them. */
interface Lines {
  pool: pg.Pool;
  sockets: Set<Socket>;
  calls: Set<Call>;
  answered: number;
}

export interface Client {
  pool: pg.Pool;
  /** Runs whenever the connections were made anew. */
  onRenewed(hear: () => void): void;
  close(): Promise<void>;
}

export function openClient(url: string): Client {
  let lines = openLines(url);
  const renewed: (() => void)[] = [];

  function renew(grace: number, late: (call: Call) => boolean): void {
    const old = lines;
    lines = openLines(url);
    for (const call of [...old.calls].filter(late)) call.refuse(new DatabaseSilent("The database does not answer."));
    giveUp(old, grace);
    for (const hear of renewed) hear();
  }

  const timer = setInterval(() => {
    const { calls, answered } = lines;
    const oldest = Math.min(...[...calls].map(({ began }) => began));
    const now = performance.now();
    if (now - Math.max(oldest, answered) > SILENCE) renew(0, () => true);
    // The others have their answers coming.
    else if (now - oldest > LONGEST) renew(GRACE, ({ began }) => now - began > LONGEST);
  }, LOOK);
  timer.unref();

  return {
    pool: watched(() => lines),
    onRenewed: (hear) => renewed.push(hear),
    async close() {
      clearInterval(timer);
      const last = setTimeout(() => destroy(lines), GRACE);
      await lines.pool.end();
      clearTimeout(last);
    },
  };
}

function openLines(url: string): Lines {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "assay",
    statement_timeout: STATEMENT,
    idle_in_transaction_session_timeout: LONGEST,
    // Walls between here and there forget connections that nobody uses.
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    stream: () => kept(sockets),
  });
  // A connection that breaks fails what is asked over it; that it broke is no news besides.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { pool, sockets, calls: new Set(), answered: performance.now() };
}

function kept(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once("close", () => sockets.delete(socket));
}

function giveUp(lines: Lines, grace: number): void {
  lines.pool.end().catch(() => undefined);
  if (grace === 0) destroy(lines);
  else setTimeout(() => destroy(lines), grace).unref();
}

function destroy({ sockets }: Lines): void {
  for (const socket of sockets) socket.destroy();
}

/** As drizzle sees it: each statement and transaction goes over the lines of that moment, and is counted there. */
function watched(current: () => Lines): pg.Pool {
  return new Proxy(current().pool, {
    get(_, name) {
      const lines = current();
      if (name === "query") return queries(lines, lines.pool);
      if (name === "connect") return async () => within(lines, await count(lines, lines.pool.connect()));
      return own(lines.pool, name);
    },
  });
}

function within(lines: Lines, client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get: (_, name) => (name === "query" ? queries(lines, client) : own(client, name)),
  });
}

function own(target: object, name: string | symbol): unknown {
  const member = Reflect.get(target, name);
  return typeof member === "function" ? member.bind(target) : member;
}

function queries(lines: Lines, target: pg.Pool | pg.PoolClient) {
  return (query: pg.QueryConfig, values?: unknown[]) => count(lines, target.query(query, values));
}

function count<Result>(lines: Lines, asked: Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const call: Call = { began: performance.now(), refuse: reject };
    lines.calls.add(call);
    asked.then(
      (result) => {
        lines.calls.delete(call);
        lines.answered = performance.now();
        resolve(result);
      },
      (error) => {
        lines.calls.delete(call);
        // A connection that was not made is no word of the server.
        if (error instanceof pg.DatabaseError) lines.answered = performance.now();
        reject(error);
      },
    );
  });
}
