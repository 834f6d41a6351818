// What each reader says of a file: its glyphs and words, all in one frame: points of the rotated media box, y downwards.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Glyph {
  text: string;
  /** Where its origin stands and where its advance ends. */
  x: number;
  y: number;
  endX: number;
  endY: number;
  /** Direction of the baseline. */
  dx: number;
  dy: number;
  /** Middle of its baseline. */
  cx: number;
  cy: number;
}

export interface Word {
  text: string;
  box: [number, number, number, number];
  /** Origin of its last glyph, where the reader tells it: advances of fonts it put in place of missing ones differ. */
  last?: [number, number];
}

export interface PageText {
  glyphs: Glyph[];
  words: Word[];
}

export interface Frame {
  rotate: number;
  unit: number;
  media: number[];
  crop: number[];
}

export interface Ours {
  frames: Frame[];
  pages: PageText[];
}

const run = promisify(execFile);
const options = { maxBuffer: 1 << 30, timeout: 60_000, encoding: "utf8" } as const;

/** The output of a program, also where it ends with an error after writing; undefined where it wrote nothing. */
export async function output(program: string, args: string[]): Promise<string | undefined> {
  try {
    return (await run(program, args, options)).stdout;
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    return stdout ? stdout : undefined;
  }
}

function at(values: number[], index: number): number {
  return values[index] ?? 0;
}

/** Page space to the common frame. */
function place(frame: Frame, x: number, y: number): [number, number] {
  const [u, v] = [x - at(frame.media, 0), y - at(frame.media, 1)];
  const [w, h] = [at(frame.media, 2) - at(frame.media, 0), at(frame.media, 3) - at(frame.media, 1)];
  if (frame.rotate === 90) return [v, u];
  if (frame.rotate === 180) return [w - u, v];
  if (frame.rotate === 270) return [h - v, w - u];
  return [u, h - v];
}

function box(frame: Frame, area: number[]): [number, number, number, number] {
  const a = place(frame, at(area, 0), at(area, 1));
  const b = place(frame, at(area, 2), at(area, 3));
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

/** The output of the example `glyphs`. */
export function readOurs(table: string): Ours {
  const ours: Ours = { frames: [], pages: [] };
  let angles: { angle: number; hidden: boolean }[] = [];
  let frame: Frame = { rotate: 0, unit: 1, media: [], crop: [] };
  let page: PageText = { glyphs: [], words: [] };
  for (const line of table.split("\n")) {
    const fields = line.split("\t");
    const numbers = fields.slice(1).map(Number);
    if (fields[0] === "page") {
      frame = { rotate: at(numbers, 1), unit: at(numbers, 2), media: numbers.slice(3, 7), crop: numbers.slice(7, 11) };
      page = { glyphs: [], words: [] };
      angles = [];
      ours.frames.push(frame);
      ours.pages.push(page);
    } else if (fields[0] === "run") {
      angles.push({ angle: at(numbers, 0), hidden: numbers[3] === 1 });
    } else if (fields[0] === "glyph") {
      const run = angles[at(numbers, 0)];
      if (run && !run.hidden) page.glyphs.push(ourGlyph(frame, run.angle, numbers, fields[5] ?? ""));
    } else if (fields[0] === "word") {
      page.words.push({ text: fields[6] ?? "", box: box(frame, numbers.slice(1, 5)) });
    }
  }
  return ours;
}

function ourGlyph(frame: Frame, angle: number, numbers: number[], text: string): Glyph {
  const [ox, oy, advance] = [at(numbers, 1), at(numbers, 2), at(numbers, 3)];
  const [x, y] = place(frame, ox, oy);
  const [tipX, tipY] = place(frame, ox + Math.cos(angle), oy + Math.sin(angle));
  const [dx, dy] = [tipX - x, tipY - y];
  const [endX, endY] = [x + advance * dx, y + advance * dy];
  return { text, x, y, endX, endY, dx, dy, cx: (x + endX) / 2, cy: (y + endY) / 2 };
}

function decoded(text: string): string {
  const code = (digits: string, base: number) => {
    const value = Number.parseInt(digits, base);
    return value <= 0x10ffff ? String.fromCodePoint(value) : "\ufffd";
  };
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, digits: string) => code(digits, 16))
    .replace(/&#(\d+);/g, (_, digits: string) => code(digits, 10))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

/** `pdftotext -bbox`: media boxes, no user unit. */
export function readPoppler(xml: string): PageText[] {
  return xml
    .split("<page ")
    .slice(1)
    .map((page) => {
      const words: Word[] = [];
      const pattern = /<word xMin="([^"]*)" yMin="([^"]*)" xMax="([^"]*)" yMax="([^"]*)">([^<]*)<\/word>/g;
      for (const [, x0, y0, x1, y1, text] of page.matchAll(pattern)) {
        words.push({ text: decoded(text ?? ""), box: [Number(x0), Number(y0), Number(x1), Number(y1)] });
      }
      return { words, glyphs: words.flatMap(lettersOf) };
    });
}

/** The characters of a word whose glyphs the reader does not place, spread evenly. */
function lettersOf(word: Word): Glyph[] {
  const letters = [...word.text];
  const [x0, y0, x1, y1] = word.box;
  const upright = y1 - y0 > 1.5 * (x1 - x0) && letters.length > 1;
  const [stepX, stepY] = upright ? [0, (y1 - y0) / letters.length] : [(x1 - x0) / letters.length, 0];
  return letters.map((text, index) => {
    const [x, y] = upright ? [(x0 + x1) / 2, y0 + index * stepY] : [x0 + index * stepX, y1 - 0.22 * (y1 - y0)];
    const [endX, endY] = [x + stepX, y + stepY];
    return { text, x, y, endX, endY, dx: upright ? 0 : 1, dy: upright ? 1 : 0, cx: (x + endX) / 2, cy: (y + endY) / 2 };
  });
}

/** `mutool draw -F stext`: crop boxes, user units applied, one element a character. */
export function readMupdf(xml: string, frames: Frame[]): PageText[] {
  return xml
    .split("<page ")
    .slice(1)
    .map((page, index) => {
      const frame = frames[index] ?? { rotate: 0, unit: 1, media: [0, 0, 0, 0], crop: [0, 0, 0, 0] };
      const [left, top] = box(frame, frame.crop);
      const text: PageText = { glyphs: [], words: [] };
      for (const [, dir, line] of page.matchAll(/<line [^>]*dir="([^"]*)"[^>]*>([\s\S]*?)<\/line>/g)) {
        const [dx, dy] = (dir ?? "1 0").split(" ").map(Number);
        const glyphs = [...(line ?? "").matchAll(/<char quad="([^"]*)" x="([^"]*)" y="([^"]*)"[^>]* c="([^"]*)"/g)].map(
          ([, quad, x, y, c]): Glyph => {
            const corners = (quad ?? "").split(" ").map((value) => Number(value) / frame.unit);
            const [px, py] = [Number(x) / frame.unit + left, Number(y) / frame.unit + top];
            return {
              text: decoded(c ?? ""),
              x: px,
              y: py,
              endX: at(corners, 6) + left,
              endY: at(corners, 7) + top,
              dx: dx ?? 1,
              dy: dy ?? 0,
              cx: (px + at(corners, 6) + left) / 2,
              cy: py,
            };
          },
        );
        for (const glyph of glyphs) text.glyphs.push(glyph);
        for (const word of wordsOf(glyphs)) text.words.push(word);
      }
      return text;
    });
}

function wordsOf(glyphs: Glyph[]): Word[] {
  const words: Word[] = [];
  let open: Glyph[] = [];
  const close = () => {
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) {
      const xs = open.flatMap(({ x, endX, cx }) => [x, endX, cx]);
      const ys = open.flatMap(({ y, endY, cy }) => [y, endY, cy]);
      const area: Word["box"] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      words.push({ text: open.map(({ text }) => text).join(""), box: area, last: [last.x, last.y] });
    }
    open = [];
  };
  for (const glyph of glyphs) {
    // Zero-width characters stand anywhere.
    if (/^\p{Cf}*$/u.test(glyph.text)) continue;
    if (/^\s*$/u.test(glyph.text)) close();
    else open.push(glyph);
  }
  close();
  return words;
}
