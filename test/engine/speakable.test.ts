// What is logged of a line that an analysing process wrote.
import { expect, test } from "vitest";
import { speakable } from "../../src/engine/speakable.ts";

test.each([
  ["thread '<unnamed>' (7) panicked at crates/pdf/src/a.rs:12:5:", "panicked at crates/pdf/src/a.rs:12:5"],
  ["memory allocation of 4096 bytes failed", "memory allocation of 4096 bytes failed"],
  ["byte index 1 is inside 'ü' of `Müller`", "38 characters that are not shown"],
])("%s", (line, told) => {
  expect(speakable(line)).toBe(told);
});
