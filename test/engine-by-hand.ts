// An engine that a test holds by the hand: it begins when the service asks and ends when the test says so. For what
// a real engine does too rarely to wait for: being slow, failing in every way, giving every verdict.
import type { WholeEngine } from "../src/engine/engine.ts";
import { noAnswer, noFingerprint, noHistory, noPicture, noSheets, noSignatures } from "../src/engine/limits.ts";
import type { Failure, Outcome, Signal } from "../src/report.ts";

export interface Analysis {
  path: string;
  /** When the service says that the file came. */
  received: Date | undefined;
  end(outcome: Outcome): void;
  /** The engine itself breaks, which the real one never lets out. */
  break(error: Error): void;
  aborted: boolean;
}

export interface EngineByHand extends WholeEngine {
  /** The next analysis that the service begins. */
  next(): Promise<Analysis>;
  /** From now on every analysis ends at once with this. */
  always(outcome: Outcome | undefined): void;
}

type Asked = { signal?: AbortSignal | undefined; received?: Date | undefined };

export function engineByHand(): EngineByHand {
  const begun: Analysis[] = [];
  const waiting: ((analysis: Analysis) => void)[] = [];
  let everyOutcome: Outcome | undefined;

  function analyze(path: string, { signal, received }: Asked = {}): Promise<Outcome> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (everyOutcome) return Promise.resolve(everyOutcome);
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const analysis: Analysis = { path, received, end: resolve, break: reject, aborted: false };
    signal?.addEventListener("abort", () => {
      analysis.aborted = true;
      reject(signal.reason);
    });
    const taker = waiting.shift();
    if (taker) taker(analysis);
    else begun.push(analysis);
    return promise;
  }

  return {
    version: "0.0.0",
    analyze,
    history: async () => noHistory("An engine that is held by the hand tells nothing."),
    signatures: async () => noSignatures("An engine that is held by the hand tells nothing."),
    sheets: async () => noSheets("An engine that is held by the hand tells nothing."),
    picture: async () => noPicture("An engine that is held by the hand draws nothing."),
    fingerprint: async () => noFingerprint("An engine that is held by the hand tells nothing."),
    compare: async () => noAnswer("An engine that is held by the hand compares nothing."),
    group: async () => noAnswer("An engine that is held by the hand sorts nothing."),
    catalogue: async () => [],
    load: () => ({ places: 1, working: 0, waiting: 0, children: 0, crashed: 0, overLimit: 0 }),
    close: async () => undefined,
    always: (outcome) => {
      everyOutcome = outcome;
    },
    next: async () => begun.shift() ?? new Promise((resolve) => waiting.push(resolve)),
  };
}

type Completed = Extract<Outcome, { status: "completed" }>;

export function completed(part: Partial<Omit<Completed, "file">> & { document_class?: string } = {}): Outcome {
  const { document_class = "born_digital", ...rest } = part;
  return {
    status: "completed",
    file: { pages: 1, document_class, size_bytes: 1, sha256: "0".repeat(64) },
    verdict: "inconclusive",
    basis: "inconclusive",
    reference_match: null,
    score: 68,
    tamper_score: 0,
    integrity_score: 0.1234567890123456,
    confidence: 0.5,
    summary: "Nothing proves the file genuine and nothing proves it edited.",
    signals: [],
    engine: { version: "0.0.0", rules_revision: "test" },
    error: null,
    ...rest,
  };
}

export function failed(code: Failure["code"], message = "What happened."): Outcome {
  return {
    status: "failed",
    file: { pages: null, document_class: null, size_bytes: null, sha256: null },
    verdict: null,
    basis: null,
    reference_match: null,
    score: null,
    tamper_score: null,
    integrity_score: null,
    confidence: null,
    summary: null,
    signals: [],
    engine: null,
    error: { code, message },
  };
}

export function signal(part: Partial<Signal> = {}): Signal {
  return { id: "page_content_changed", module: "revisions", kind: "tamper", severity: "high", scored: true, ...part };
}
