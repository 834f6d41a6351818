// Colours and the progress bar, on something that claims to be a terminal.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { startProgress } from "../../src/check/progress.ts";
import { terminalOf, wrap } from "../../src/terminal/terminal.ts";

/** As much of a terminal as the command line asks of one. */
function terminal({ isTTY, colours }: { isTTY: boolean; colours: boolean }) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120, hasColors: () => colours });
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => String(stream.read() ?? "") };
}

test.each([
  { isTTY: true, colours: true, red: "\u001b[31mx\u001b[39m" },
  { isTTY: true, colours: false, red: "x" },
  { isTTY: false, colours: true, red: "x" },
])("colour needs a terminal that wants it: %j", ({ red, ...kind }) => {
  expect(terminalOf(terminal(kind).stream).paint("red", "x")).toBe(red);
});

test("the bar grows with the files, gives way to results and leaves nothing behind", () => {
  const { stream, written } = terminal({ isTTY: true, colours: true });
  const progress = startProgress(stream, 4);
  expect(written()).toBe(`\r${"░".repeat(24)} 0 of 4`);
  progress.step();
  expect(written()).toBe(`\r${"█".repeat(6)}${"░".repeat(18)} 1 of 4`);
  progress.above(() => stream.write("result\n"));
  expect(written()).toBe(`\r\u001b[Kresult\n\r${"█".repeat(6)}${"░".repeat(18)} 1 of 4`);
  progress.end();
  expect(written()).toBe("\r\u001b[K");
});

test.each([
  { isTTY: false, total: 4 },
  { isTTY: true, total: 1 },
])("no bar: %j", ({ isTTY, total }) => {
  const { stream, written } = terminal({ isTTY, colours: true });
  const progress = startProgress(stream, total);
  progress.step();
  progress.above(() => undefined);
  progress.end();
  expect(written()).toBe("");
});

test("lines break at spaces and keep their indent; a long word stays whole", () => {
  expect(wrap("one two three", 9, "  ")).toBe("  one two\n  three");
  expect(wrap("a bbbbbbbbbbbb c", 6, "")).toBe("a\nbbbbbbbbbbbb\nc");
});
