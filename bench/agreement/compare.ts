// Whether a reader's word stands on another reader's page: the same characters at the same place, however either of
// them divides its text into words.
import type { Glyph, PageText, Word } from "./readers.ts";

/** Points. */
const TOLERANCE = 1;
/** How far around a word its characters are looked for. */
const REACH = 3;
const CELL = 32;

export interface Match {
  /** The characters were found near the place. */
  text: boolean;
  /** And within one point of it. */
  place: boolean;
  /** What stands there instead. */
  instead: string;
}

interface Found {
  glyphs: Glyph[];
  first: Glyph;
  last: Glyph;
}

/** Characters as compared: compatibility forms taken apart, blanks and what has no width left out. */
export function normal(text: string): string {
  return text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/[\s\p{Cc}\p{Cf}]/gu, "")
    .replace(/[\u2010\u2011\u2212]/gu, "-");
}

export const unreadable = (text: string) => /[\ufffd\p{Co}]/u.test(text) || normal(text) === "";

/** Glyphs of a page, found by place. */
export class Page {
  private cells = new Map<string, Glyph[]>();
  private order = new Map<Glyph, number>();

  constructor(page: PageText) {
    for (const [index, glyph] of page.glyphs.entries()) {
      this.order.set(glyph, index);
      const key = `${Math.floor(glyph.cx / CELL)} ${Math.floor(glyph.cy / CELL)}`;
      const cell = this.cells.get(key);
      if (cell) cell.push(glyph);
      else this.cells.set(key, [glyph]);
    }
  }

  /** In the order in which they were painted. */
  near([x0, y0, x1, y1]: Word["box"], reach: number): Glyph[] {
    const found: Glyph[] = [];
    if (!(x1 - x0 < 20_000 && y1 - y0 < 20_000)) return found;
    for (let column = Math.floor((x0 - reach) / CELL); column <= Math.floor((x1 + reach) / CELL); column++) {
      for (let row = Math.floor((y0 - reach) / CELL); row <= Math.floor((y1 + reach) / CELL); row++) {
        for (const glyph of this.cells.get(`${column} ${row}`) ?? []) {
          const { cx, cy } = glyph;
          if (cx >= x0 - reach && cx <= x1 + reach && cy >= y0 - reach && cy <= y1 + reach) found.push(glyph);
        }
      }
    }
    return found.sort((a, b) => (this.order.get(a) ?? 0) - (this.order.get(b) ?? 0));
  }
}

/** `ends` tells whether the page's reader knows where advances end: MuPDF's are those of the font it draws with. */
export function find(word: Word, page: Page, ends = true): Match {
  const wanted = normal(word.text);
  const near = page.near(word.box, REACH);
  let text = false;
  for (const group of groups(near)) {
    for (const found of occurrences(wanted, group)) {
      text = true;
      if (offset(word, found, ends) <= TOLERANCE) return { text: true, place: true, instead: "" };
    }
  }
  const there = page.near(word.box, 0.3);
  const instead = there.sort((a, b) => along(a) - along(b)).map(({ text }) => text || "\ufffd");
  return { text, place: false, instead: instead.join("") };
}

/** Whether a word stands there that was divided from the text beside it alike. `alike` are those that read the same. */
export function oneWord(word: Word, alike: Word[]): Match {
  const close = ({ box }: Word) => {
    const [x0, y0, x1, y1] = box.map((value, index) => Math.abs(value - (word.box[index] ?? 0))) as Word["box"];
    // Heights are the font's own in each reader; so are ends of MuPDF's, whose words tell their last origin.
    const ends = word.last ? [Math.min(x0, x1)] : [x0, x1];
    const uprightEnds = word.last ? [Math.min(y0, y1)] : [y0, y1];
    return Math.max(...ends) <= TOLERANCE || Math.max(...uprightEnds) <= TOLERANCE;
  };
  const meets = ({ box: [x0, y0, x1, y1] }: Word) => {
    const [left, top, right, bottom] = word.box;
    return x0 <= right + 1 && left <= x1 + 1 && y0 <= bottom + 1 && top <= y1 + 1;
  };
  const there = alike.filter(meets);
  return { text: there.length > 0, place: there.some(close), instead: "" };
}

function along({ x, y, dx, dy }: Glyph): number {
  return x * dx + y * dy;
}

function across({ x, y, dx, dy }: Glyph): number {
  return y * dx - x * dy;
}

/** The glyphs near a word in the orders in which they may spell it: each baseline, all along it, downwards, as painted. */
function* groups(near: Glyph[]): Generator<Glyph[]> {
  const lines: Glyph[][] = [];
  for (const glyph of near) {
    const line = lines.find(([first]) => first && sameLine(first, glyph));
    if (line) line.push(glyph);
    else lines.push([glyph]);
  }
  for (const line of lines) {
    const sorted = line.toSorted((a, b) => along(a) - along(b));
    yield sorted;
    const once = sorted.filter(
      (glyph, index) => !sorted.slice(Math.max(0, index - 4), index).some((o) => twice(o, glyph)),
    );
    if (once.length < sorted.length) yield once;
  }
  yield near;
  yield near.toSorted((a, b) => along(a) - along(b));
  yield near.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

function sameLine(a: Glyph, b: Glyph): boolean {
  return Math.abs(across(a) - across(b)) < 0.6 && a.dx * b.dx + a.dy * b.dy > 0.99;
}

/** Painted twice, as bold letters and shadows are. */
function twice(a: Glyph, b: Glyph): boolean {
  return a.text === b.text && Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
}

/** Where glyphs spell a word; right-to-left words also backwards, as readers differ in the order they give. */
function* occurrences(wanted: string, glyphs: Glyph[]): Generator<Found> {
  const owners: Glyph[] = [];
  let text = "";
  for (const glyph of glyphs) {
    const part = normal(glyph.text);
    text += part;
    for (let unit = 0; unit < part.length; unit++) owners.push(glyph);
  }
  const spellings = [wanted];
  if (/[\u0590-\u08ff\ufb1d-\ufefc]/u.test(wanted)) spellings.push([...wanted].reverse().join(""));
  for (const spelling of spellings) {
    if (spelling === "") continue;
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
      const [first, last] = [owners[at], owners[at + spelling.length - 1]];
      if (first && last) yield { glyphs: owners.slice(at, at + spelling.length), first, last };
    }
  }
}

/** How far the ends of a word lie from those found, and its baseline outside its box, points. */
function offset(word: Word, { first, last, glyphs }: Found, ends: boolean): number {
  const [x0, y0, x1, y1] = word.box;
  if (Math.abs(first.dx) < 0.999 && Math.abs(first.dy) < 0.999) {
    // A box around slanted text: its glyphs stand inside.
    const outside = glyphs.map(({ cx, cy }) => Math.max(x0 - cx, cx - x1, y0 - cy, cy - y1));
    return Math.max(...outside);
  }
  const level = Math.abs(first.dx) > 0.5;
  const [low, high, start, end, base] = level
    ? [y0, y1, first.dx > 0 ? x0 : x1, first.dx > 0 ? x1 : x0, first.y]
    : [x0, x1, first.dy > 0 ? y0 : y1, first.dy > 0 ? y1 : y0, first.x];
  // A word that begins or ends with a blank (a tab, an ideographic space) is as wide as they are.
  const startOff = normal(word.text.slice(0, 1)) === "" ? 0 : Math.abs((level ? first.x : first.y) - start);
  const endOff = ends && normal(word.text.slice(-1)) !== "" ? endOffset(word, last, level, end) : 0;
  const horizontal = Math.max(startOff, endOff, low - base, base - high);
  // Written downwards, or backwards: the glyphs' boxes stand at the ends of the word's.
  const middles = Math.max(...glyphs.map(({ cx, cy }) => Math.max(x0 - cx, cx - x1, y0 - cy, cy - y1)));
  const spread = glyphs.length > 1 && Math.abs(along(first) - along(last)) < 0.5 * Math.max(x1 - x0, y1 - y0);
  return spread ? Math.min(horizontal, middles) : horizontal;
}

function endOffset(word: Word, last: Glyph, level: boolean, end: number): number {
  if (word.last) return Math.max(Math.abs(last.x - word.last[0]), Math.abs(last.y - word.last[1]));
  return Math.abs((level ? last.endX : last.endY) - end);
}
