// The connections to a PostgreSQL, and the bound on how long it may say nothing. A server that is stopped, or cut off without a
// word, leaves its connections open: whoever asked would wait for ever. So calls are counted, and where calls are open and no
// answer to any has come for a while, all are refused and new connections are made.
import postgres from "postgres";

/** The API's own bound is five seconds. */
const SILENCE = 4_000;
/** A statement that waits for a lock this long is ended by the server itself. */
const STATEMENT = 4_000;
/** One call among many that are answered: its connection is lost. */
const LONGEST = 15_000;
const LOOK = 250;

export class DatabaseSilent extends Error {}

interface Call {
  began: number;
  refuse(error: DatabaseSilent): void;
}

/** Connections that were made together, and what is asked over them. */
interface Pool {
  sql: postgres.Sql;
  calls: Set<Call>;
  answered: number;
}

export interface Client {
  sql: postgres.Sql;
  /** Runs whenever the connections were made anew. */
  onRenewed(hear: () => void): void;
  close(): Promise<void>;
}

export function openClient(url: string): Client {
  let pool = openPool(url);
  const renewed: (() => void)[] = [];

  function renew(seconds: number, late: (call: Call) => boolean): void {
    const old = pool;
    pool = openPool(url);
    // What drizzle has set, by which moments stay text.
    Object.assign(pool.sql.options.parsers, old.sql.options.parsers);
    Object.assign(pool.sql.options.serializers, old.sql.options.serializers);
    for (const call of [...old.calls].filter(late)) call.refuse(new DatabaseSilent("The database does not answer."));
    old.sql.end({ timeout: seconds }).catch(() => undefined);
    for (const hear of renewed) hear();
  }

  const timer = setInterval(() => {
    const { calls, answered } = pool;
    const oldest = Math.min(...[...calls].map(({ began }) => began));
    const now = performance.now();
    if (now - Math.max(oldest, answered) > SILENCE) renew(0, () => true);
    // The others have their answers coming.
    else if (now - oldest > LONGEST) renew(5, ({ began }) => now - began > LONGEST);
  }, LOOK);
  timer.unref();

  return {
    sql: watched(() => pool),
    onRenewed: (hear) => renewed.push(hear),
    async close() {
      clearInterval(timer);
      await pool.sql.end({ timeout: 5 });
    },
  };
}

function openPool(url: string): Pool {
  const sql = postgres(url, {
    onnotice: () => {},
    connect_timeout: SILENCE / 1000,
    // Walls between here and there forget connections that nobody uses.
    idle_timeout: 60,
    // A server that comes back is found within the second.
    backoff: () => 0.5,
    connection: {
      application_name: "assay",
      statement_timeout: STATEMENT,
      idle_in_transaction_session_timeout: LONGEST,
    },
  });
  return { sql, calls: new Set(), answered: performance.now() };
}

/** As drizzle sees it: each statement and transaction goes to the pool of that moment, and is counted there. */
function watched(current: () => Pool): postgres.Sql {
  return new Proxy(current().sql, {
    get(_, name) {
      const pool = current();
      if (name === "unsafe") return statements(pool, pool.sql);
      if (name === "begin")
        return (work: Work) =>
          count(
            pool,
            pool.sql.begin((inside) => work(within(pool, inside))),
          );
      return Reflect.get(pool.sql, name);
    },
  });
}

type Work = (inside: postgres.TransactionSql) => Promise<unknown>;

function within(pool: Pool, inside: postgres.TransactionSql): postgres.TransactionSql {
  return new Proxy(inside, {
    get(_, name) {
      if (name === "unsafe") return statements(pool, inside);
      if (name === "savepoint") return (work: Work) => inside.savepoint((inner) => work(within(pool, inner)));
      return Reflect.get(inside, name);
    },
  });
}

type Unsafe = postgres.ISql["unsafe"];

/** A statement is sent when it is awaited, and may be asked for as rows of values until then. */
function statements(pool: Pool, sql: postgres.ISql): (...asked: Parameters<Unsafe>) => PromiseLike<unknown> {
  return (...asked) => {
    const query = sql.unsafe(...asked);
    const later = (rows: PromiseLike<unknown>): PromiseLike<unknown> & { values(): PromiseLike<unknown> } => ({
      // biome-ignore lint/suspicious/noThenProperty: what drizzle awaits is postgres' own query, which is a thenable too.
      then: (...settle) => count(pool, rows).then(...settle),
      values: () => later(query.values()),
    });
    return later(query);
  };
}

function count<Result>(pool: Pool, asked: PromiseLike<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const call: Call = { began: performance.now(), refuse: reject };
    pool.calls.add(call);
    asked.then(
      (result) => {
        pool.calls.delete(call);
        pool.answered = performance.now();
        resolve(result);
      },
      (error) => {
        pool.calls.delete(call);
        // A connection that was not made is no word of the server.
        if (error instanceof postgres.PostgresError) pool.answered = performance.now();
        reject(error);
      },
    );
  });
}
