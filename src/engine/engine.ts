// The engine as the service sees it: a pool of child processes, so that a crash, a hang or exhausted memory costs one
// analysis and nothing else. Every file gets an outcome; only the caller's own abort and close() reject.
import { availableParallelism } from "node:os";
import type { Outcome } from "../report.ts";
import { type Child, OverLimit, startChild } from "./child.ts";
import { engineError, LIMITS, type Limits } from "./limits.ts";

export type Engine = {
  /** The version of the loaded engine, as in `engine.version` of an outcome. */
  version: string;
  /** Judges the PDF at `path`. Aborting rejects with the signal's reason and stops the work at once. */
  analyze(path: string, options?: { signal?: AbortSignal | undefined }): Promise<Outcome>;
  /** Stops all work; what was still open rejects. */
  close(): Promise<void>;
};

export type EngineOptions = {
  /** Analyses at once; as many as the machine has processors unless said otherwise. */
  size?: number;
  /** DER certificates of the roots that count. */
  trust?: Uint8Array[];
  limits?: Partial<Limits>;
  /** Receives what a child writes to stderr, such as the place of a panic. */
  log?: (line: string) => void;
  /** Another program for the children: the tests have one that misbehaves. */
  worker?: URL;
};

/** Room for one analysis; its child is started when there is work for it. */
type Place = { child?: Child | undefined; files: number };
type Waiter = { enter: (place: Place) => void; leave: (reason: unknown) => void };

/** Starts the first child, so that an engine that cannot be loaded is known at once. */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const limits = { ...LIMITS, ...options.limits };
  const worker = options.worker ?? new URL("./worker.js", import.meta.url);
  const log = options.log ?? (() => undefined);
  const size = Math.max(1, options.size ?? availableParallelism());

  const free: Place[] = Array.from({ length: size }, () => ({ files: 0 }));
  const waiters: Waiter[] = [];
  const children = new Set<Child>();
  let closed = false;

  async function analyze(path: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Outcome> {
    const place = await enter(signal);
    try {
      return await judge(place, path, signal);
    } finally {
      const next = waiters.shift();
      if (next) next.enter(place);
      else free.push(place);
    }
  }

  /** The most recently used place first: its child is warm. */
  async function enter(signal: AbortSignal | undefined): Promise<Place> {
    signal?.throwIfAborted();
    if (closed) throw new EngineClosed();
    const place = free.pop();
    if (place) return place;
    return new Promise<Place>((resolve, reject) => {
      const waiter: Waiter = { enter: settled(resolve), leave: settled(reject) };
      const onAbort = () => {
        waiters.splice(waiters.indexOf(waiter), 1);
        waiter.leave(signal?.reason);
      };
      function settled<T>(settle: (value: T) => void) {
        return (value: T) => {
          signal?.removeEventListener("abort", onAbort);
          settle(value);
        };
      }
      signal?.addEventListener("abort", onAbort);
      waiters.push(waiter);
    });
  }

  async function judge(place: Place, path: string, signal: AbortSignal | undefined): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const child = childOf(place);
      signal?.addEventListener("abort", child.kill);
      try {
        const outcome = await child.run(path);
        place.files += 1;
        if (place.files >= limits.filesPerChild) discard(place);
        return outcome;
      } catch (error) {
        discard(place);
        signal?.throwIfAborted();
        if (closed) throw new EngineClosed();
        if (error instanceof OverLimit) return engineError(error.message);
        if (attempt === 2) return engineError(`The engine stopped twice while it worked on this file (${why(error)}).`);
      } finally {
        signal?.removeEventListener("abort", child.kill);
      }
    }
  }

  function childOf(place: Place): Child {
    if (place.child) return place.child;
    const child = startChild({ worker, trust: options.trust, limits, log });
    place.child = child;
    place.files = 0;
    children.add(child);
    child.ended.then(() => {
      children.delete(child);
      if (place.child === child) place.child = undefined;
    });
    return child;
  }

  function discard(place: Place): void {
    place.child?.kill();
    place.child = undefined;
  }

  async function close(): Promise<void> {
    closed = true;
    for (const waiter of waiters.splice(0)) waiter.leave(new EngineClosed());
    for (const child of children) child.kill();
    await Promise.all([...children].map((child) => child.ended));
  }

  const [first] = free.slice(-1) as [Place];
  try {
    const version = await childOf(first).ready;
    return { version, analyze, close };
  } catch (error) {
    await close();
    throw new Error(`The engine could not be started: ${why(error)}.`);
  }
}

/** What an analysis rejects with that close() cut short. */
export class EngineClosed extends Error {
  constructor() {
    super("The engine has been closed.");
  }
}

function why(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
