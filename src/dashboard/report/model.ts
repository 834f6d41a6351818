// What a report shows, as plain data: made once of what the engine says, drawn by the page, the file and the PDF alike.
import type { Document, Verdict } from "../../report.ts";
import type { Shot } from "../../saves.ts";
import type { Axis } from "../../signed.ts";
import type { Sides } from "./titles.ts";

/** In points from the top-left corner of the picture of a page, as viewers turn it. */
export type Box = { x: number; y: number; width: number; height: number };
export type Size = { width: number; height: number };

export type Grade = "high" | "medium" | "low" | "note";

/** A part of a page's picture with one place of it marked. */
export type Crop = { shot: Shot; sheet: Size; window: Box; box: Box };

/** Where something was found, and what was there before. */
export type Place = {
  /** 1-based; `null` where it concerns the whole file. */
  page: number | null;
  /** The area on the page, `null` where it is the page as such or is not known. */
  box: Box | null;
  field: string | null;
  oldValue: string | null;
  newValue: string | null;
  evidence: string | null;
  now: Crop | null;
  /** The same place in the last state of the file in which it was another; in the same scale. */
  before: Crop | null;
  /** The finding whose pictures show this very place already. */
  shownAt: number | null;
  /** As the engine gave it, points from the bottom-left corner. */
  bbox: readonly [number, number, number, number] | null;
};

export type Finding = {
  /** What its marks and its address are called by; counted ones first. */
  number: number;
  id: string;
  module: string;
  grade: Grade;
  /** Whether it moved the verdict. */
  counted: boolean;
  /** The number of the strongest finding of the same cause: what one cause leaves behind is told under it. */
  under: number | null;
  /** One sentence without a word of the PDF specification. */
  title: string;
  /** Which honest files show it too; `null` where none is known. */
  honestCause: string | null;
  /** What the old and the new value of its places are called. */
  sides: Sides;
  places: Place[];
};

/** `text` stands beside it where no picture can show what was there. */
export type Mark = { finding: number; grade: Grade; box: Box; text: string | null };

/** A page of the file as it stands; `whole`: findings that concern all of it. */
export type Page = { number: number; sheet: Size; marks: Mark[]; whole: number[] };

export type PageChange = { page: number; pageBefore: number; words: string[]; before: Box[]; after: Box[] };

/** One save of the file, for the time machine. */
export type SaveStep = {
  number: number;
  deeds: string;
  /** Whether it changed what a reader sees. */
  visible: boolean;
  dates: string[];
  writer: string | null;
  sizeBytes: number;
  firstByte: number;
  pages: PageChange[];
  /** Numbers after it; numbers before it. */
  added: number[];
  removed: number[];
};

export type Seal = {
  title: string;
  signer: string;
  time: string | null;
  page: number | null;
  /** Answers that are never merged into one. */
  answers: { question: string; axis: Axis }[];
  notes: string[];
  later: string[];
  /** Whether the bytes it covers make a file of their own. */
  whole: boolean;
};

export type LookedAt = { what: string; words: string; applied: boolean };

export type Report = {
  document: Pick<
    Document,
    "status" | "external_id" | "created_at" | "file" | "score" | "engine" | "error" | "signals" | "summary"
  > & { id: string | null };
  kind: Verdict | "failed" | "processing";
  headline: { word: string; sentence: string; advice: string };
  findings: Finding[];
  pages: Page[];
  /** Why the pages are not known, where they are not. */
  pagesProblem: string | null;
  saves: SaveStep[];
  savesNote: string | null;
  /** Sizes of the pages of earlier states, by save. */
  earlier: Map<number, Size[]>;
  origin: string[];
  seals: Seal[];
  sealsNote: string | null;
  coverage: LookedAt[];
};
