// What users of the package see. The members of the answers are generated from the engine's sources: see binding.d.ts.
import type * as engine from "./binding.js";

export type {
  BesideOptions,
  DrawingNote,
  EngineVersion,
  Failure,
  FingerprintDetail,
  FingerprintValue,
  Grouping,
  LaterChange,
  LaterSave,
  MarkOptions,
  ObjectChange,
  OddFile,
  PageDifference,
  PageSequence,
  PageSheet,
  PictureNote,
  ReferenceMatch,
  Save,
  SaveDate,
  SheetChange,
  Signal,
  SignalDefinition,
  SignatureAxes,
  SignatureAxis,
  SignatureReport,
  SignerCertificate,
  StructuralComparison,
  StructuralDifference,
  ValueChange,
} from "./binding.js";

/** Where a PDF is: a path, a `file:` URL, or its bytes. */
export type File = string | URL | Uint8Array | ArrayBuffer | SharedArrayBuffer;

export interface Abortable {
  /**
   * Once it aborts, the promise rejects with its reason. Work that still waited for a thread is dropped, with its bytes;
   * work that had begun ends unheard on its thread, for nothing can stop it there.
   */
  signal?: AbortSignal | undefined;
}

export interface OpenOptions {
  /** The user's password or the owner's. */
  password?: string | undefined;
}

export interface AnalyzeOptions extends OpenOptions {
  /** DER certificates of the roots that count. Without it the signer's identity is not judged. */
  trust?: Uint8Array[] | undefined;
  /** When the file was received, a number in seconds since 1970: signers are judged at that time, else when they claim. */
  received?: Date | number | undefined;
}

export interface SheetOptions extends OpenOptions {
  /** Number of the save after which it is measured, 1 for the first; without it, as the file stands. */
  save?: number | undefined;
}

export interface PageOptions extends SheetOptions {
  /** 1-based, in that state. */
  page: number;
  /** Dots per inch, 110 unless said otherwise; lower where the picture would have more than 16 million pixels. */
  dpi?: number | undefined;
  marks?: engine.MarkOptions[] | undefined;
  /** Another page, drawn to the right of this one. */
  beside?: engine.BesideOptions | undefined;
}

/** Of an answer: the members that are known once it is completed, and those that are absent when it failed. */
type Done<T, Known extends keyof T> = Omit<T, Known | "status" | "error"> & {
  [Member in Known]: NonNullable<T[Member]>;
} & { status: "completed"; error: null };
type Failed<T, Missing extends keyof T> = Omit<T, Missing | "status" | "error"> & { [Member in Missing]: null } & {
  status: "failed";
  error: engine.Failure;
};

type Judged = "verdict" | "basis" | "tamper_score" | "integrity_score" | "confidence" | "summary" | "engine";

/** The file of an analysis that was completed: all is known of it. */
export type KnownFile = { [Member in keyof engine.FileFacts]: NonNullable<engine.FileFacts[Member]> };
export type CompletedOutcome = Omit<Done<engine.Outcome, Judged>, "file"> & { file: KnownFile };
export type FailedOutcome = Failed<engine.Outcome, Judged | "score" | "reference_match">;
/** What an analysis says; ask for `status`, or call `completed`. */
export type Outcome = CompletedOutcome | FailedOutcome;

export type CompletedHistory = Done<engine.History, "pages">;
export type FailedHistory = Failed<engine.History, "pages" | "cut">;
export type History = CompletedHistory | FailedHistory;

export type CompletedSignatures = Done<engine.Signatures, "size_bytes">;
export type FailedSignatures = Failed<engine.Signatures, never>;
export type Signatures = CompletedSignatures | FailedSignatures;

export type CompletedFingerprint = Done<engine.Fingerprint, "size_bytes">;
export type FailedFingerprint = Failed<engine.Fingerprint, never>;
export type Fingerprint = CompletedFingerprint | FailedFingerprint;

export type CompletedPicture = Done<engine.PagePicture, "png" | "width" | "height">;
export type FailedPicture = Failed<engine.PagePicture, "png" | "width" | "height">;
export type PagePicture = CompletedPicture | FailedPicture;

export type CompletedSheets = Done<engine.PageSheets, never>;
export type FailedSheets = Failed<engine.PageSheets, never>;
export type PageSheets = CompletedSheets | FailedSheets;

/**
 * Judges one PDF on a thread of the engine. Whatever is in the file, the promise does not reject: an analysis that cannot
 * run resolves to `status: "failed"`. It rejects with an `ArgumentError`, and with the reason of the signal.
 */
export function analyze(file: File | Blob, options?: (AnalyzeOptions & Abortable) | null): Promise<Outcome>;

/** The same on the calling thread, which it blocks until the end; mistakes in the arguments are thrown. */
export function analyzeSync(file: File, options?: AnalyzeOptions | null): Outcome;

/** Who signed which bytes, when, and what came later. */
export function signatures(file: File | Blob, options?: (AnalyzeOptions & Abortable) | null): Promise<Signatures>;

/** The saves of a PDF and what each of them changed. */
export function history(file: File | Blob, options?: (OpenOptions & Abortable) | null): Promise<History>;

/** The sizes of the pages of any state, by which areas find their place on a picture. Nothing is drawn. */
export function pageSheets(file: File | Blob, options?: (SheetOptions & Abortable) | null): Promise<PageSheets>;

/**
 * Draws a page of any state as PNG, with areas marked. What rasterises is a third party's: a panic comes back as
 * `status: "failed"`, but time, memory and stack are not bounded here. Only for processes that may be killed.
 */
export function renderPage(file: File | Blob, options: PageOptions & Abortable): Promise<PagePicture>;

/** How a PDF was written and set, not what it says: what two files of one program and one design have in common. */
export function fingerprint(file: File | Blob, options?: (OpenOptions & Abortable) | null): Promise<Fingerprint>;

/** In which structural details two files differ, one of which is known to be genuine, and what each means. */
export function compareFingerprints(
  genuine: CompletedFingerprint,
  questioned: CompletedFingerprint,
): engine.StructuralComparison;

/** Sorts files by the program that wrote them; `groups` and `odd` name them by their place in `files`. */
export function groupFingerprints(files: CompletedFingerprint[]): engine.Grouping;

/** Every signal the engine may raise, gravest first. */
export function signalCatalogue(): engine.SignalDefinition[];

/** The version of the engine, as in `engine.version` of an outcome. */
export function engineVersion(): string;

/** How many files are worked on at once at most; the number of processors unless set. Further ones wait in turn. */
export function threads(): number;

/** For the whole process, its worker threads included. Work that runs is not stopped. */
export function setThreads(count: number): void;

/** The answer when it is completed; throws an `EngineError` when it failed. */
export function completed<Answer extends { status: "completed" } | { status: "failed"; error: engine.Failure }>(
  answer: Answer,
): Extract<Answer, { status: "completed" }>;

/** Why a file has no answer. */
export class EngineError extends Error {
  constructor(failure: engine.Failure);
  readonly name: "EngineError";
  readonly code: engine.Failure["code"];
}

/** An argument or an option that is not what it must be: a mistake of the program, never of the file. */
export class ArgumentError extends TypeError {
  constructor(argument: string, message: string);
  readonly name: "ArgumentError";
  readonly code: "INVALID_ARGUMENT";
  /** The name of the argument or of the option. */
  readonly argument: string;
}
