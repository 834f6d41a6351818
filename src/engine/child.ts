// One child process with the engine in it: started under limits, given one job at a time, stopped when one goes over.
import { type ChildProcess, fork } from "node:child_process";
import type { Limits } from "./limits.ts";
import { processorSeconds } from "./processor-time.ts";
import type { Answer, Job, Start } from "./worker.js";

export type Child = {
  /** Resolves to the engine's version once it is loaded. */
  ready: Promise<string>;
  /** Rejects with OverLimit or ChildEnded; the process is of no further use then. */
  run<T>(job: Job, answers: Answers<T>): Promise<T>;
  kill(): void;
  ended: Promise<void>;
};

/** What an answer has to look like. */
export type Answers<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } };

export type ChildOptions = {
  worker: URL;
  trust: Uint8Array[] | undefined;
  limits: Limits;
  /** Receives what the child writes to stderr, such as the place of a panic. */
  log: (line: string) => void;
};

/** The analysis went over a limit; the same would happen again. */
export class OverLimit extends Error {}

/** The process ended before it answered. */
export class ChildEnded extends Error {}

/** What Node.js without a compiler takes of the data limit for itself (measured: 51 MiB on 24.21). */
const NODE_MIB = 64;

/** The words of Rust's allocator, of V8 and of the C++ library when the data limit is reached. */
const OUT_OF_MEMORY = /memory allocation of \d+ bytes failed|out of memory|allocation failed|bad_alloc/i;

export function startChild({ worker, trust, limits, log }: ChildOptions): Child {
  const child = forkUnderLimits(worker, limits);
  const lastWords = listenToStderr(child, log);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // A message to a process that has just died is an error event; that it has ended is noticed anyway.
  child.on("error", () => undefined);
  const ask = (message: Start | Job) => {
    const answer = nextAnswer(child, () => whyItEnded(child, lastWords(), limits));
    child.send(message);
    return answer;
  };

  const ready = ask({ trust }).then((answer) => {
    if ("ready" in answer) return answer.ready;
    throw new ChildEnded("unusable" in answer ? answer.unusable : "it answered before it was asked");
  });
  ready.catch(() => undefined);

  async function run<T>(job: Job, answers: Answers<T>): Promise<T> {
    const clock = watchTime(child, limits);
    try {
      await Promise.race([ready, clock.over]);
      const answer = await Promise.race([ask(job), clock.over]);
      // The child has read a hostile file: what it says is checked like any other input.
      const outcome = answers.safeParse("outcome" in answer ? answer.outcome : undefined);
      if (outcome.success) return outcome.data;
      throw new ChildEnded("its answer could not be read");
    } finally {
      clock.stop();
    }
  }

  return { ready, run, kill: () => child.kill("SIGKILL"), ended };
}

function forkUnderLimits(worker: URL, limits: Limits): ChildProcess {
  // Without its compiler V8 maps no writable code and 0.5 GiB less data, which would count against the limit.
  const flags = ["--jitless", "--max-old-space-size=256"];
  // A shell lowers the limits and then becomes Node.js; the message channel survives that.
  const limit = `ulimit -c 0; ulimit -d ${(limits.memoryMiB + NODE_MIB) * 1024}; exec "$@"`;
  const shell = { execPath: "/bin/sh", execArgv: ["-c", limit, "sh", process.execPath, ...flags] };
  const { PATH, SystemRoot, LD_LIBRARY_PATH } = process.env;
  return fork(worker, {
    ...(process.platform === "linux" ? shell : { execArgv: flags }),
    // Nothing else of the service's environment: no database address, no keys.
    env: { PATH, SystemRoot, LD_LIBRARY_PATH },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** The child's next message; rejects when the process ends instead. */
function nextAnswer(child: ChildProcess, why: () => Error): Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    const settle = (settled: () => void) => {
      child.off("message", onMessage).off("close", onEnd).off("error", onEnd);
      settled();
    };
    const onMessage = (message: unknown) => settle(() => resolve(message as Answer));
    const onEnd = () => settle(() => reject(why()));
    child.on("message", onMessage).on("close", onEnd).on("error", onEnd);
  });
  answer.catch(() => undefined);
  return answer;
}

function whyItEnded(child: ChildProcess, lastWords: string, limits: Limits): Error {
  if (OUT_OF_MEMORY.test(lastWords)) {
    return new OverLimit(`The analysis needed more than ${limits.memoryMiB} MiB of memory and was stopped.`);
  }
  return new ChildEnded(child.signalCode ?? `exit status ${child.exitCode}`);
}

/** Rejects once the process has worked, or taken on the clock, longer than one analysis may. */
function watchTime(child: ChildProcess, limits: Limits) {
  const began = performance.now();
  const before = processorSeconds(child.pid) ?? 0;
  let timer: NodeJS.Timeout;
  const over = new Promise<never>((_, reject) => {
    const check = () => {
      const wall = (performance.now() - began) / 1000;
      const now = processorSeconds(child.pid);
      // Where the system does not tell the processor time, the time on the clock stands for it.
      const worked = now === undefined ? wall : now - before;
      const left = Math.min(limits.processorSeconds - worked, limits.wallSeconds - wall);
      if (left > 0) timer = setTimeout(check, Math.max(left * 1000, 10));
      else if (worked >= limits.processorSeconds) reject(overTime(limits.processorSeconds, "processor time"));
      else reject(overTime(limits.wallSeconds, "time"));
    };
    check();
  });
  over.catch(() => undefined);
  return { over, stop: () => clearTimeout(timer) };
}

function overTime(seconds: number, what: string): OverLimit {
  return new OverLimit(`The analysis took more than ${seconds} s of ${what} and was stopped.`);
}

/** Passes the first lines of stderr on, for the log has to stand a child that writes without end, and keeps the last. */
function listenToStderr(child: ChildProcess, log: (line: string) => void): () => string {
  let end = "";
  let left = 100;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    end = (end + text).slice(-4096);
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    for (const line of lines.slice(0, left)) log(line.slice(0, 1000));
    left = Math.max(0, left - lines.length);
  });
  return () => end;
}
