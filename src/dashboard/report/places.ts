// From areas of a page, in points from its bottom-left corner, to places on its picture: turned as viewers turn it.
import type { Bbox, Sheet } from "../../saves.ts";
import type { Box, Size } from "./model.ts";

/** What the picture of a page measures, in points. */
export function shownSize({ width, height, turn }: Sheet): Size {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

export function onPicture(sheet: Sheet, [x0, y0, x1, y1]: Bbox): Box {
  const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
  const [bottom, top] = [Math.min(y0, y1), Math.max(y0, y1)];
  const { width, height, turn } = sheet;
  const size = { width: right - left, height: top - bottom };
  const turned = { width: size.height, height: size.width };
  if (turn === 90) return { x: bottom, y: left, ...turned };
  if (turn === 180) return { x: width - right, y: bottom, ...size };
  if (turn === 270) return { x: height - top, y: width - right, ...turned };
  return { x: left, y: height - top, ...size };
}

/** Points around a place that a crop shows: the row it stands in, with the lines above and below. */
const BESIDE = 40;
const ABOVE = 22;
const NARROWEST = 380;
/** A value is told by what stands to the left of it. */
const LEFT_SHARE = 0.68;

/** The part of a page around some places: wide enough to read the row they stand in, never beyond the page. */
export function windowAround(boxes: Box[], sheet: Size): Size & { at(box: Box): Box } {
  const widest = Math.max(...boxes.map((box) => box.width));
  const highest = Math.max(...boxes.map((box) => box.height));
  const width = Math.min(sheet.width, Math.max(NARROWEST, widest + 2 * BESIDE));
  const height = Math.min(sheet.height, highest + 2 * ABOVE);
  const within = (from: number, length: number, most: number) => Math.max(0, Math.min(from, most - length));
  return {
    width,
    height,
    at: (box) => ({
      x: within(box.x - (width - box.width) * LEFT_SHARE, width, sheet.width),
      y: within(box.y - (height - box.height) / 2, height, sheet.height),
      width,
      height,
    }),
  };
}

/** How much of what both cover is covered by both. */
export function share(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const both = width * height;
  return both / (a.width * a.height + b.width * b.height - both);
}

/** Whether `outer` covers all of `inner`; of two that are the same, the earlier covers the later. */
export function holds(outer: Box, inner: Box, earlier: boolean): boolean {
  const covers = (a: Box, b: Box) =>
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;
  return covers(outer, inner) && (earlier || !covers(inner, outer));
}

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
