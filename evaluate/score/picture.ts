// Pictures of pages for the reports, drawn in the engine's child processes, with what is needed to lay areas over them.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Historian } from "../../src/engine/engine.ts";

/** Enough to read small print. */
const DPI = 110;

/** Which page, of the file as it stands or after an earlier save. */
export type Shot = { path: string; page: number; save?: number };

/** `width` and `height` in PDF points. */
export type Picture = { path: string; width: number; height: number };

/** The page as a PNG at `target`, or null where it cannot be drawn. Drawn once. */
export async function draw(engine: Historian, { path, page, save }: Shot, target: string): Promise<Picture | null> {
  const state = save === undefined ? {} : { save };
  const sheet = (await engine.sheets(path, state)).pages[page - 1];
  if (!sheet) return null;
  const png = `${target}.png`;
  if (!existsSync(png)) {
    const picture = await engine.picture(path, { ...state, page, dpi: DPI });
    if (!picture.png) return null;
    mkdirSync(dirname(png), { recursive: true });
    writeFileSync(png, picture.png);
  }
  return { path: png, width: sheet.width, height: sheet.height };
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
  const zoom = boxes.length > 0 ? 1.5 : 0.6;
  const px = (value: number) => `${(value * zoom).toFixed(1)}px`;
  const marks = boxes.map(({ area: [a0, b0, a1, b1], kind }) => {
    const place = `left:${px(a0 - left)};top:${px(top - b1)};width:${px(a1 - a0)};height:${px(b1 - b0)}`;
    return `<i class="${kind}" style="${place}"></i>`;
  });
  const offset = `left:${px(-left)};top:${px(top - height)};width:${px(width)}`;
  const image = `<img loading="lazy" alt="" src="${relative(folder, picture.path)}" style="${offset}">`;
  return `<div class="window" style="width:${px(right - left)};height:${px(top - bottom)}">${image}${marks.join("")}</div>`;
}
