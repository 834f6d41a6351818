// Areas of a page find their place on its picture, however viewers turn it.
import { expect, test } from "vitest";
import { onPicture, share, shownSize, windowAround } from "../../../src/dashboard/report/places.ts";

const sheet = { width: 600, height: 800 } as const;

test.each([
  [0, { x: 10, y: 740, width: 100, height: 40 }],
  [90, { x: 20, y: 10, width: 40, height: 100 }],
  [180, { x: 490, y: 20, width: 100, height: 40 }],
  [270, { x: 740, y: 490, width: 40, height: 100 }],
] as const)("turned by %i degrees", (turn, box) => {
  // The corners may be given in any order.
  expect(onPicture({ ...sheet, turn }, [10, 20, 110, 60])).toEqual(box);
  expect(onPicture({ ...sheet, turn }, [110, 60, 10, 20])).toEqual(box);
  const { width, height } = shownSize({ ...sheet, turn });
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
});

test("a part of a page holds the place and never leaves the page", () => {
  for (const x of [0, 250, 560]) {
    for (const y of [0, 400, 788]) {
      const box = { x, y, width: 40, height: 12 };
      const window = windowAround([box], sheet).at(box);
      expect(window.x).toBeGreaterThanOrEqual(0);
      expect(window.y).toBeGreaterThanOrEqual(0);
      expect(window.x + window.width).toBeLessThanOrEqual(600);
      expect(window.y + window.height).toBeLessThanOrEqual(800);
      expect(window.x).toBeLessThanOrEqual(box.x);
      expect(window.x + window.width).toBeGreaterThanOrEqual(box.x + box.width);
      expect(window.y + window.height).toBeGreaterThanOrEqual(box.y + box.height);
    }
  }
});

test("two places are shown in one scale", () => {
  const [small, large] = [
    { x: 500, y: 100, width: 20, height: 9 },
    { x: 40, y: 300, width: 420, height: 30 },
  ];
  const around = windowAround([small, large], sheet);
  const [a, b] = [around.at(small), around.at(large)];
  expect([a.width, a.height]).toEqual([b.width, b.height]);
});

test("how much of two places is the same", () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  expect(share(box, box)).toBe(1);
  expect(share(box, { ...box, x: 5 })).toBeCloseTo(1 / 3);
  expect(share(box, { ...box, x: 10 })).toBe(0);
});
