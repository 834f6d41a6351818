// Pictures of pages for the report, drawn by Poppler's pdftoppm, with what is needed to lay areas over them.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Pixels for one PDF point. */
const SCALE = 1.5;

export type Picture = { path: string; width: number; height: number };

/** The page as a PNG at `target`, or null where Poppler cannot draw it. Drawn once. */
export async function draw(pdf: string, page: number, target: string): Promise<Picture | null> {
  if (!existsSync(`${target}.png`)) {
    mkdirSync(dirname(target), { recursive: true });
    const where = ["-f", String(page), "-l", String(page), "-singlefile", "-r", String(72 * SCALE), "-gray", "-png"];
    try {
      await run("pdftoppm", [...where, pdf, target], { timeout: 60_000 });
    } catch {
      return null;
    }
  }
  if (!existsSync(`${target}.png`)) return null;
  // PNG: width and height stand at the start of the first chunk.
  const head = readFileSync(`${target}.png`).subarray(16, 24);
  return { path: `${target}.png`, width: head.readUInt32BE(0) / SCALE, height: head.readUInt32BE(4) / SCALE };
}

export type Box = { area: [number, number, number, number]; kind: "edit" | "signal" };

/** Room left around what is to be seen, in points. */
const MARGIN = 60;

/** A window on the picture that shows every box, with the boxes marked. Whole pages where there is no box. */
export function shown(picture: Picture, boxes: Box[], folder: string): string {
  const { width, height } = picture;
  const areas = boxes.map(({ area }) => area);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const x0 = clamp(Math.min(width, ...areas.map((a) => a[0])) - 2 * MARGIN, width);
  const x1 = clamp(Math.max(0, ...areas.map((a) => a[2])) + 2 * MARGIN, width);
  const y0 = clamp(Math.min(height, ...areas.map((a) => a[1])) - MARGIN, height);
  const y1 = clamp(Math.max(0, ...areas.map((a) => a[3])) + MARGIN, height);
  const [left, right, bottom, top] = x1 > x0 && y1 > y0 ? [x0, x1, y0, y1] : [0, width, 0, height];
  const zoom = boxes.length > 0 ? 1.2 : 0.6;
  const px = (value: number) => `${(value * zoom).toFixed(1)}px`;
  const marks = boxes.map(({ area: [a0, b0, a1, b1], kind }) => {
    const place = `left:${px(a0 - left)};top:${px(top - b1)};width:${px(a1 - a0)};height:${px(b1 - b0)}`;
    return `<i class="${kind}" style="${place}"></i>`;
  });
  const offset = `left:${px(-left)};top:${px(top - height)};width:${px(width)}`;
  const image = `<img loading="lazy" alt="" src="${relative(folder, picture.path)}" style="${offset}">`;
  return `<div class="window" style="width:${px(right - left)};height:${px(top - bottom)}">${image}${marks.join("")}</div>`;
}
