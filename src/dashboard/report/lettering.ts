// Sets a text into the PDF in as many faces as it needs, and words that are read from the right in their own order.
import type PDFDocument from "pdfkit";
import { type Face, type Faces, NO_FACES } from "./faces.ts";
import { isLatin, latin, plain } from "./latin.ts";

type Sheet = InstanceType<typeof PDFDocument>;
/** `face` is `null` for the standard one. */
type Run = { text: string; face: Face | null; fromRight: boolean };

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** The ascender of Helvetica: every face stands on the line of this one. */
const ASCENDER = 0.718;

/** What is read from the right is laid out in one piece, not word by word. */
const TOGETHER = [] as PDFKit.Mixins.OpenTypeFeatures[];
/** A letter with its accents stays one glyph, and so one letter for who copies it; pdfkit's types know the list alone. */
const COMPOSED = { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];

const FACES = new WeakMap<Sheet, Faces>();

/** From here on the document has these besides the standard fonts. */
export function addFaces(sheet: Sheet, faces: Faces): void {
  FACES.set(sheet, faces);
  for (const { name, regular, bold } of faces.all) {
    sheet.registerFont(name, regular);
    sheet.registerFont(`${name} bold`, bold);
  }
}

type Setting = { bold?: boolean; size: number; colour: string };
type Place = { x: number; y: number; width: number };

export function setText(sheet: Sheet, text: string, { bold = false, size, colour }: Setting, place?: Place): void {
  sheet.fontSize(size).fillColor(colour);
  const runs = inOrder(joined(runsOf(plain(text), FACES.get(sheet) ?? NO_FACES)));
  for (const [index, run] of runs.entries()) {
    const options = {
      continued: index < runs.length - 1,
      baseline: -ASCENDER * size,
      ...(run.face ? { features: run.fromRight ? TOGETHER : COMPOSED } : {}),
      ...(place && index === 0 ? { width: place.width } : {}),
    };
    sheet.font(`${run.face?.name ?? "Helvetica"}${bold ? (run.face ? " bold" : "-Bold") : ""}`);
    if (place && index === 0) sheet.text(run.text, place.x, place.y, options);
    else sheet.text(run.text, options);
  }
}

function runsOf(text: string, faces: Faces): Run[] {
  const runs: Run[] = [];
  const add = (part: string, face: Face | null) => {
    const fromRight = face !== null && FROM_RIGHT.test(part);
    const last = runs.at(-1);
    if (last && last.face === face) {
      last.text += part;
      last.fromRight ||= fromRight;
    } else runs.push({ text: part, face, fromRight });
  };
  for (const part of text.split(/( )/)) {
    if (isLatin(part)) add(part, null);
    else for (const character of part) faced(character, faces, add);
  }
  return runs.filter(({ text: written }) => written !== "");
}

function faced(character: string, faces: Faces, add: (part: string, face: Face | null) => void): void {
  const face = faces.of(character);
  if (face) add(character, face);
  else add(latin(character), null);
}

/** Two words read from the right are one run with the blank between, which is so read out again as it was written. */
function joined(runs: Run[]): Run[] {
  const pieces: Run[] = [];
  for (const run of runs) {
    const [before, blank] = pieces.slice(-2);
    const one = before?.fromRight && blank?.text === " " && run.fromRight && before.face === run.face;
    if (one && run.face?.has(" ")) pieces.splice(-2, 2, { ...run, text: `${before.text} ${run.text}` });
    else pieces.push(run);
  }
  return pieces;
}

/** Between words read from the right the line goes on leftwards: names of two words, with what stands between. */
function inOrder(runs: Run[]): Run[] {
  const ordered: Run[] = [];
  for (let at = 0; at < runs.length; ) {
    let end = at + 1;
    while (runs[at]?.fromRight && joins(runs[end]) && runs[end + 1]?.fromRight) end += 2;
    ordered.push(...runs.slice(at, end).reverse());
    at = end;
  }
  return ordered;
}

/** Blanks, figures and signs have no direction of their own. */
function joins(run: Run | undefined): boolean {
  return run !== undefined && !/\p{L}/u.test(run.text);
}
