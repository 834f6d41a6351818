// What one analysis may use before its process is killed. These are the last wall: the engine has its own, finer
// limits on the work a file may ask for.
import { StartError } from "../errors.ts";
import type { Outcome } from "../report.ts";
import type { History, PagePicture, PageSheets } from "../saves.ts";
import type { Signatures } from "../signed.ts";
import type { Fingerprint } from "../structure.ts";

export type Limits = {
  /** Processor time of one analysis. */
  processorSeconds: number;
  /** Time on the clock of one analysis, for one that waits instead of working. */
  wallSeconds: number;
  /** Memory of one child process, in MiB, on top of what Node.js itself takes. Only Linux holds it to that. */
  memoryMiB: number;
  /** A child is replaced after this many files, so that nothing can pile up in it. */
  filesPerChild: number;
};

export const LIMITS: Limits = { processorSeconds: 30, wallSeconds: 120, memoryMiB: 1024, filesPerChild: 200 };

/** The outcome of an analysis that the service itself had to give up. */
export function engineError(message: string): Outcome {
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
    error: { code: "engine_error", message },
  };
}

/** The history of a file on which the service itself had to give up. */
export function noHistory(message: string): History {
  const error = { code: "engine_error", message } as const;
  return { status: "failed", pages: null, encrypted: false, rebuilt: false, saves: [], cut: null, error };
}

/** The picture of a page on which the service itself had to give up. */
export function noPicture(message: string): PagePicture {
  return { status: "failed", png: null, width: null, height: null, error: { code: "engine_error", message } };
}

/** The pages of a file on which the service itself had to give up. */
export function noSheets(message: string): PageSheets {
  return { status: "failed", pages: [], error: { code: "engine_error", message } };
}

/** The signatures of a file on which the service itself had to give up. */
export function noSignatures(message: string): Signatures {
  const error = { code: "engine_error", message } as const;
  return { status: "failed", size_bytes: null, saves: 0, signatures: [], remains: [], error };
}

/** The fingerprint of a file on which the service itself had to give up. */
export function noFingerprint(message: string): Fingerprint {
  const error = { code: "engine_error", message } as const;
  return { status: "failed", size_bytes: null, details: [], error };
}

/** For what has no answer that says so. */
export function noAnswer(message: string): never {
  throw new StartError(message);
}
