// `assay history` as it is called: what it tells, the pictures it writes and what they show, and how it refuses.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plain } from "../../src/terminal/terminal.ts";
import { type Pixels, readPng } from "../png.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-history-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Ran = { status: number; stdout: string; stderr: string };

function assay(...args: string[]): Promise<Ran> {
  const env = { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

/** The total was covered by a box and typed anew in the second save. */
const COVERED = fixture("utility-pdfbox/total-covered-incremental-pdfbox.pdf");
/** Signed, then its total changed in the contents. */
const CHANGED = fixture("invoice-weasyprint-signed/total-changed-incremental-after-signing.pdf");

describe("in words", () => {
  test("the saves in order, what each was for and which value became which", async () => {
    const { status, stdout, stderr } = await assay("history", CHANGED);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/saved 3 times · 1 page\n/);
    expect(stdout).toMatch(/Save 1 · the document as it was first written\n {4}13,618 bytes · written by WeasyPrint/);
    expect(stdout).toMatch(/Save 2 · signed and changed the description of the document\n/);
    expect(stdout).toMatch(/signature Signature 2026-11-20 20:05:38 UTC/);
    expect(stdout).toMatch(/Save 3 · changed what pages show\n/);
    expect(stdout).toContain('    Page 1\n    - Rechnungsbetrag: "10.327,84" became "20.327,84"\n');
    expect(stdout).toContain("page 1 contents (data)");
    // The first line is the path as it was given, however long.
    const [heading, ...lines] = stdout.split("\n");
    expect(heading).toBe(plain(CHANGED));
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(stdout).not.toContain("\u001b");
  });

  test("filled fields are named by what is printed beside them", async () => {
    const { stdout } = await assay("history", fixture("form-pdfbox/filled-pypdf-incremental.pdf"));
    expect(stdout).toMatch(/Save 2 · filled in form fields\n/);
    expect(stdout).toMatch(/"Mara Example" was put in \(in a note or form field\)/);
    expect(stdout).toContain("field name");
  });

  test("a file that was saved once", async () => {
    const { status, stdout } = await assay("history", fixture("utility-pdfbox/original.pdf"), "--pictures", "none");
    expect(status).toBe(0);
    expect(stdout).toMatch(/saved once · 1 page\n/);
    expect(stdout).toMatch(/No save changed what a page shows, so there is no picture\.\n$/);
    expect(readdirSync(join(folder, "none"))).toEqual([]);
  });
});

test("--json has bytes, objects and areas, for a program to work on", async () => {
  const { status, stdout } = await assay("history", "--json", CHANGED);
  expect(status).toBe(0);
  const history = JSON.parse(stdout);
  expect(history).toMatchObject({ file: CHANGED, status: "completed", pages: 1, encrypted: false, cut: null });
  expect(history.saves.map(({ meanings }: { meanings: string[] }) => meanings)).toEqual([
    ["first"],
    ["signature", "metadata"],
    ["content"],
  ]);
  const last = history.saves[2];
  expect(last).toMatchObject({ number: 3, start: 21681, end: 23814, size_bytes: 2133, writer: null, dates: [] });
  expect(last.page_changes[0].values).toEqual([
    {
      bbox: [490.24, 434.93, 530.27, 444.98],
      old_bbox: [490.24, 434.93, 530.27, 444.98],
      of: "page",
      field: "Rechnungsbetrag",
      old_value: "10.327,84",
      new_value: "20.327,84",
      as_after_save: null,
    },
  ]);
});

describe("--pictures", () => {
  let ran: Ran;
  let pixels: Pixels;
  beforeAll(async () => {
    ran = await assay("history", COVERED, "--pictures", "drawn");
    pixels = readPng(readFileSync(join(folder, "drawn", "page-1-save-2.png")));
  });

  test("says what it wrote", () => {
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(ran.stdout).toMatch(/\n {2}Wrote drawn[/\\]page-1-save-2\.png\n$/);
    expect(readdirSync(join(folder, "drawn"))).toEqual(["page-1-save-2.png"]);
  });

  test("the two halves show the value before, marked red, and the one after, marked green", () => {
    const half = (pixels.width - 12) / 2;
    const scale = half / PAGE_WIDTH;
    const area = (left: number) => ({
      x0: left + Math.floor(TOTAL.x0 * scale),
      x1: left + Math.ceil(TOTAL.x1 * scale),
      y0: pixels.height - Math.ceil(TOTAL.y1 * scale),
      y1: pixels.height - Math.floor(TOTAL.y0 * scale),
    });
    const [before, after] = [colours(pixels, area(0)), colours(pixels, area(half + 12))];
    expect(before.red).toBeGreaterThan(0.6);
    expect(before.green).toBe(0);
    expect(after.green).toBeGreaterThan(0.6);
    expect(after.red).toBe(0);
    // Glyphs stand in both, and they are not the same ones.
    expect(before.dark).toBeGreaterThan(0.03);
    expect(after.dark).toBeGreaterThan(0.03);
    expect(differing(pixels, area(0), half + 12)).toBeGreaterThan(0.01);
  });

  test("outside of the marks both halves are the same", () => {
    const half = (pixels.width - 12) / 2;
    const top = { x0: 0, x1: half, y0: 0, y1: Math.floor(pixels.height / 4) };
    expect(differing(pixels, top, half + 12)).toBe(0);
  });

  test("a folder that cannot be made is said in one sentence", async () => {
    writeFileSync(join(folder, "in-the-way"), "");
    const { status, stderr } = await assay("history", COVERED, "--pictures", "in-the-way/below");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^assay: in-the-way[/\\]below .+\.\n$/);
  });

  test("a file that cannot be read has no pictures and says why", async () => {
    const { status, stdout } = await assay(
      "history",
      fixture("utility-pdfbox/password-needed.pdf"),
      "--pictures",
      "no",
    );
    expect(status).toBe(2);
    expect(stdout).toMatch(/NOT READ\n {2}.*password/);
    expect(existsSync(join(folder, "no"))).toBe(false);
  });
});

describe("arguments", () => {
  test.each([
    [["history"], "assay: Name a file; see assay history --help.\n"],
    [["history", "a.pdf", "b.pdf"], "assay: Name one file only; see assay history --help.\n"],
    [["history", "--colour", "a.pdf"], "assay: Unknown option '--colour'; see assay history --help.\n"],
    [
      ["history", "a.pdf", "--pictures"],
      "assay: Option '--pictures <value>' argument missing; see assay history --help.\n",
    ],
    [["history", "missing.pdf"], "assay: missing.pdf does not exist.\n"],
  ])("%j is refused in one sentence", async (args, stderr) => {
    expect(await assay(...args)).toEqual({ status: 2, stdout: "", stderr });
  });

  test("a folder has no history", async () => {
    const { status, stderr } = await assay("history", fixture("utility-pdfbox"));
    expect(status).toBe(2);
    expect(stderr).toMatch(/is a folder; name one file\.\n$/);
  });

  test("--help says what the exit status means", async () => {
    const { status, stdout } = await assay("history", "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/Exit status:\n {2}0 .+\n {2}2 /);
  });
});

type Box = { x0: number; x1: number; y0: number; y1: number };

const PAGE_WIDTH = 595.28;
/** Where the total stands on the page, points from the bottom-left corner. */
const TOTAL: Box = { x0: 501.94, y0: 484.68, x1: 536.27, y1: 495.29 };

/** Shares of the pixels of a box that are reddish, greenish, dark. */
function colours(pixels: Pixels, { x0, x1, y0, y1 }: Box) {
  const counts = { red: 0, green: 0, dark: 0 };
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const [r, g, b] = pixels.at(x, y);
      if (r > g + 20) counts.red += 1;
      if (g > r + 10) counts.green += 1;
      if (r + g + b < 330) counts.dark += 1;
    }
  }
  const all = (x1 - x0) * (y1 - y0);
  return { red: counts.red / all, green: counts.green / all, dark: counts.dark / all };
}

/** Share of pixels whose darkness differs from that of the pixel `shift` to the right. */
function differing(pixels: Pixels, { x0, x1, y0, y1 }: Box, shift: number): number {
  let count = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const dark = ([r, g, b]: readonly [number, number, number]) => r + g + b < 330;
      if (dark(pixels.at(x, y)) !== dark(pixels.at(x + shift, y))) count += 1;
    }
  }
  return count / ((x1 - x0) * (y1 - y0));
}

describe("an earlier state", () => {
  test("is written as a file of its own, which has that many saves", async () => {
    const out = join(folder, "second.pdf");
    expect(await assay("history", CHANGED, "--save", "2", "--out", out)).toEqual({
      status: 0,
      stdout: `Wrote ${out}\n`,
      stderr: "",
    });
    const { stdout } = await assay("history", "--json", out);
    expect(JSON.parse(stdout).saves).toHaveLength(2);
    expect(readFileSync(CHANGED).subarray(0, readFileSync(out).length).equals(readFileSync(out))).toBe(true);
  });

  test("that the file never had is refused, and nothing is written", async () => {
    const out = join(folder, "ninth.pdf");
    const { status, stderr } = await assay("history", CHANGED, "--save", "9", "--out", out);
    expect(status).toBe(2);
    expect(stderr).toContain("There is no save 9: the file has 3 saves.");
    expect(existsSync(out)).toBe(false);
  });
});
