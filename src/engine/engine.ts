// The engine as the service sees it: a pool of child processes, so that a crash, a hang or exhausted memory costs one
// analysis and nothing else. Every file gets an outcome; only the caller's own abort and close() reject.
import { availableParallelism } from "node:os";
import { SignalCatalogue, type SignalDefinition } from "../report/catalogue.ts";
import { Outcome } from "../report.ts";
import { History, type PageOptions, PagePicture, PageSheets } from "../saves.ts";
import { Signatures } from "../signed.ts";
import { Comparison, Fingerprint, Grouping } from "../structure.ts";
import { type Answers, type Child, OverLimit, startChild } from "./child.ts";
import {
  engineError,
  LIMITS,
  type Limits,
  noAnswer,
  noFingerprint,
  noHistory,
  noPicture,
  noSheets,
  noSignatures,
} from "./limits.ts";
import type { Job } from "./worker.js";

type Abortable = { signal?: AbortSignal | undefined };
/** `password`: what opens an encrypted file. */
type Asked = Abortable & { password?: string | undefined };
/** `received`: when the file came; signers are judged at that time unless a trusted time stamp proves another. */
type Judged = Asked & { received?: Date | undefined };

export type Engine = {
  /** The version of the loaded engine, as in `engine.version` of an outcome. */
  version: string;
  /** Judges the PDF at `path`. Aborting rejects with the signal's reason and stops the work at once. */
  analyze(path: string, options?: Judged): Promise<Outcome>;
  /** Stops all work; what was still open rejects. */
  close(): Promise<void>;
};

/** What an open engine tells of the saves of a file, and shows of its pages. */
export type Historian = {
  /** The saves of the PDF at `path` and what each changed. */
  history(path: string, options?: Asked): Promise<History>;
  /** A page of any state of it as PNG. What draws is a third party's, hence the child process. */
  picture(path: string, page: PageOptions, options?: Asked): Promise<PagePicture>;
  /** How large the pages of a state are, the last one unless `save` is named. Nothing is drawn. */
  sheets(path: string, state?: { save?: number }, options?: Asked): Promise<PageSheets>;
};

/** What an open engine says of signatures. */
export type SignatureReader = {
  /** Who signed the PDF at `path`, and what came later. */
  signatures(path: string, options?: Judged): Promise<Signatures>;
};

/** What an open engine says of how files are written. */
export type StructureReader = {
  /** How the PDF at `path` was written and set. */
  fingerprint(path: string, options?: Asked): Promise<Fingerprint>;
  /** In what a questioned file differs from a genuine one. Rejects when the engine cannot say. */
  compare(genuine: Fingerprint, questioned: Fingerprint): Promise<Comparison>;
  /** Sorts files by the program that wrote them. Rejects when the engine cannot say. */
  group(files: Fingerprint[]): Promise<Grouping>;
};

/** What an open engine knows without a file. */
export type Cataloguer = {
  /** Every signal it may raise, gravest first; empty when it could not say. */
  catalogue(): Promise<SignalDefinition[]>;
};

/** How busy an engine is. */
export type Load = {
  /** Files at once. */
  places: number;
  working: number;
  /** Files that wait for a place. */
  waiting: number;
  /** Child processes that run. */
  children: number;
  /** Child processes so far that ended over a file by themselves, and that were killed at a limit. */
  crashed: number;
  overLimit: number;
};

export type Worker = {
  load(): Load;
};

/** All of it: what a report is made from. */
export type WholeEngine = Engine & Historian & SignatureReader & StructureReader & Cataloguer & Worker;

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
/** What an answer has to look like, and what stands for it when there is none. */
type Rules<T> = Abortable & { answers: Answers<T>; failed: (message: string) => T };
type Waiter = { enter: (place: Place) => void; leave: (reason: unknown) => void };

/** Starts the first child, so that an engine that cannot be loaded is known at once. */
export async function openEngine(options: EngineOptions = {}): Promise<WholeEngine> {
  const limits = { ...LIMITS, ...options.limits };
  const worker = options.worker ?? new URL("./worker.js", import.meta.url);
  const log = options.log ?? (() => undefined);
  const size = Math.max(1, options.size ?? availableParallelism());

  const free: Place[] = Array.from({ length: size }, () => ({ files: 0 }));
  const waiters: Waiter[] = [];
  const children = new Set<Child>();
  const lost = { crashed: 0, overLimit: 0 };
  let closed = false;

  const analyze = (path: string, { signal, received, ...asked }: Judged = {}) =>
    work({ task: "analyze", path, ...moment(received), ...asked }, { answers: Outcome, failed: engineError, signal });
  const history = (path: string, { signal, ...asked }: Asked = {}) =>
    work({ task: "history", path, ...asked }, { answers: History, failed: noHistory, signal });
  const picture = (path: string, page: PageOptions, { signal, ...asked }: Asked = {}) =>
    work({ task: "picture", path, options: page, ...asked }, { answers: PagePicture, failed: noPicture, signal });
  const sheets = (path: string, state: { save?: number } = {}, { signal, ...asked }: Asked = {}) =>
    work({ task: "sheets", path, options: state, ...asked }, { answers: PageSheets, failed: noSheets, signal });
  const signatures = (path: string, { signal, received, ...asked }: Judged = {}) =>
    work(
      { task: "signatures", path, ...moment(received), ...asked },
      { answers: Signatures, failed: noSignatures, signal },
    );
  const fingerprint = (path: string, { signal, ...asked }: Asked = {}) =>
    work({ task: "fingerprint", path, ...asked }, { answers: Fingerprint, failed: noFingerprint, signal });
  const compare = (genuine: Fingerprint, questioned: Fingerprint) =>
    work({ task: "compare", genuine, questioned }, { answers: Comparison, failed: noAnswer });
  const group = (files: Fingerprint[]) => work({ task: "group", files }, { answers: Grouping, failed: noAnswer });
  const catalogue = () => work({ task: "catalogue" }, { answers: SignalCatalogue, failed: () => [] });

  async function work<T>(job: Job, rules: Rules<T>): Promise<T> {
    const place = await enter(rules.signal);
    try {
      return await answer(place, job, rules);
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

  async function answer<T>(place: Place, job: Job, { answers, failed, signal }: Rules<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const child = childOf(place);
      signal?.addEventListener("abort", child.kill);
      try {
        const outcome = await child.run(job, answers);
        place.files += 1;
        if (place.files >= limits.filesPerChild) discard(place);
        return outcome;
      } catch (error) {
        discard(place);
        signal?.throwIfAborted();
        if (closed) throw new EngineClosed();
        lost[error instanceof OverLimit ? "overLimit" : "crashed"] += 1;
        if (error instanceof OverLimit) return failed(error.message);
        if (attempt === 2) return failed(`The engine stopped twice while it worked on this file (${why(error)}).`);
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

  const load = (): Load => ({
    places: size,
    working: size - free.length,
    waiting: waiters.length,
    children: children.size,
    ...lost,
  });

  async function close(): Promise<void> {
    closed = true;
    for (const waiter of waiters.splice(0)) waiter.leave(new EngineClosed());
    for (const child of children) child.kill();
    await Promise.all([...children].map((child) => child.ended));
  }

  const [first] = free.slice(-1) as [Place];
  try {
    const version = await childOf(first).ready;
    const structure = { fingerprint, compare, group };
    return { version, analyze, history, picture, sheets, signatures, ...structure, catalogue, load, close };
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

/** In seconds since 1970, as the engine takes it. */
function moment(received: Date | undefined): { received?: number } {
  return received === undefined ? {} : { received: Math.floor(received.getTime() / 1000) };
}

function why(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
