// The letters that the standard fonts of PDF lack: Noto Sans, of which as much is taken as a text needs.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { create } from "fontkit";
import decompress from "woff2-encoder/decompress";
import { instanceOf } from "./instance.ts";
import { foreignWords } from "./latin.ts";

/** A part of a family; the name by which the document knows it. */
export type Face = { name: string; regular: Buffer; bold: Buffer; has(character: string): boolean };
export type Faces = { of(character: string): Face | undefined; all: Face[] };

export const NO_FACES: Faces = { of: () => undefined, all: [] };

const require = createRequire(import.meta.url);

/** In the order in which they are asked; the last has Chinese and the Japanese syllables. */
const FAMILIES = {
  "noto-sans": require.resolve("@fontsource-variable/noto-sans/unicode.json"),
  "noto-sans-arabic": require.resolve("@fontsource-variable/noto-sans-arabic/unicode.json"),
  "noto-sans-hebrew": require.resolve("@fontsource-variable/noto-sans-hebrew/unicode.json"),
  "noto-sans-sc": require.resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
};

type Slice = { path: string; ranges: [from: number, to: number][] };

let slices: Promise<Slice[]> | undefined;

/** What these texts need beyond Latin; nothing is read where they need nothing. */
export async function facesFor(texts: Iterable<string>): Promise<Faces> {
  const wanted = new Set<string>();
  for (const text of texts) for (const word of foreignWords(text)) for (const character of word) wanted.add(character);
  if (wanted.size === 0) return NO_FACES;
  slices ??= everySlice();
  const all: Face[] = [];
  // One after the other: a text may ask for a hundred of them.
  for (const slice of await slices) {
    const letters = [...wanted].filter((character) => covers(slice, character));
    if (letters.length > 0) all.push(await faceOf(slice, letters));
  }
  return { all, of: (character) => all.find((face) => face.has(character)) };
}

async function everySlice(): Promise<Slice[]> {
  const families = await Promise.all(
    Object.entries(FAMILIES).map(async ([family, index]) => {
      const ranges: Record<string, string> = JSON.parse(await readFile(index, "utf8"));
      return Object.entries(ranges).map(([name, range]) => ({
        path: join(index, "../files", `${family}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`),
        ranges: range.split(",").map(rangeOf),
      }));
    }),
  );
  return families.flat();
}

/** `U+0400-045F` or `U+2116`, as a stylesheet names them. */
function rangeOf(text: string): [number, number] {
  const [from = "", to = from] = text.trim().slice(2).split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

function covers({ ranges }: Slice, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => from <= code && code <= to);
}

async function faceOf({ path }: Slice, letters: string[]): Promise<Face> {
  const whole = await decompress(await readFile(path));
  // With the blank: two words read from the right are set in one piece.
  const [regular, bold] = await Promise.all([400, 700].map((weight) => instanceOf(whole, [" ", ...letters], weight)));
  if (!regular || !bold) throw new Error(`${path} has not both weights`);
  const font = create(regular);
  const has = (character: string) =>
    "hasGlyphForCodePoint" in font && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  return { name: basename(path), regular, bold, has };
}
