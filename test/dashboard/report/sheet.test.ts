// Where the number of a mark stands on the picture of a page.
import { describe, expect, test } from "vitest";
import { badgeAt } from "../../../src/dashboard/report/sheet.tsx";

const PAGE = { width: 595, height: 842 };
/** Radius of a number where the stylesheet enlarges it most: a diamond of 10 points, half as large again. */
const LARGEST = 15;

describe("the number of a mark", () => {
  test("stands behind what it marks, further ones beside it", () => {
    const box = { x: 100, y: 300, width: 50, height: 10 };
    expect([0, 1, 2].map((shift) => badgeAt(box, PAGE, shift).x)).toEqual([158, 176, 194]);
  });

  test("goes to the left where the page ends", () => {
    const box = { x: 520, y: 300, width: 60, height: 10 };
    expect(badgeAt(box, PAGE, 0).x).toBeLessThan(box.x);
  });

  test.each([
    ["the right edge", { x: 560, y: 300, width: 60, height: 10 }],
    ["the left edge", { x: -20, y: 300, width: 10, height: 10 }],
    ["the top", { x: 300, y: -5, width: 10, height: 10 }],
    ["the bottom", { x: 300, y: 841, width: 10, height: 10 }],
    ["all of the page", { x: 0, y: 0, ...PAGE }],
  ])("is whole on the page at %s", (_, box) => {
    for (let shift = 0; shift < 40; shift++) {
      const { x, y } = badgeAt(box, PAGE, shift);
      expect(Math.min(x, PAGE.width - x, y, PAGE.height - y)).toBeGreaterThanOrEqual(LARGEST);
    }
  });
});
