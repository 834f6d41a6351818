// `assay check --report` and `--pictures`: files that need no network, named after what was checked.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../src/check/check.ts";
import { readPng } from "../png.ts";

const ROOT = join(import.meta.dirname, "../..");
const EDITED = join(ROOT, "fixtures/utility-pdfbox/total-covered-incremental-pdfbox.pdf");
const PLAIN = join(ROOT, "fixtures/statement-pdfkit/original.pdf");
const LOCKED = join(ROOT, "crates/pdf/tests/locked/aes-256.pdf");
let folder: string;
let out: string;
let complaints: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-report-"));
  out = "";
  complaints = "";
  // In this process, as the parts that draw are written in JSX, which Node.js does not run as it stands.
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    complaints += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("a report of each file, in one file each, and pictures of the marked pages", async () => {
  const [reports, pictures] = [join(folder, "a", "reports"), join(folder, "pictures")];
  const status = await run([EDITED, PLAIN, EDITED, "--report", reports, "--pictures", pictures]);
  expect(status).toBe(1);
  expect(readdirSync(reports).sort()).toEqual([
    "original.html",
    "total-covered-incremental-pdfbox-2.html",
    "total-covered-incremental-pdfbox.html",
  ]);
  expect(readdirSync(pictures).sort()).toEqual([
    "total-covered-incremental-pdfbox-2-page-1.png",
    "total-covered-incremental-pdfbox-page-1.png",
  ]);
  const html = readFileSync(join(reports, "total-covered-incremental-pdfbox.html"), "utf8");
  expect(html).toContain("There is strong evidence that this file was edited");
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  const png = readFileSync(join(pictures, "total-covered-incremental-pdfbox-page-1.png"));
  expect(readPng(png).width).toBeGreaterThan(800);
  expect(out).toContain(`Wrote ${join(reports, "original.html")}`);
});

test("a locked file is told and drawn with its password, and told without it", async () => {
  expect(await run([LOCKED, "--password", "Straße", "--report", folder])).toBe(0);
  expect(readFileSync(join(folder, "aes-256.html"), "utf8")).toContain("data:image/png");
  expect(await run([LOCKED, "--report", join(folder, "without")])).toBe(2);
  const html = readFileSync(join(folder, "without", "aes-256.html"), "utf8");
  expect(html).toContain("The file opens only with a password.");
});

test("a report that cannot be written is named, and the exit status says so", async () => {
  const taken = join(folder, "total-covered-incremental-pdfbox.html");
  await import("node:fs/promises").then(({ mkdir }) => mkdir(taken));
  expect(await run([EDITED, "--report", folder])).toBe(2);
  expect(complaints).toContain(`assay: ${taken}: It cannot be written`);
});

test("with --json only the lines of JSON are written to standard output", async () => {
  await run([EDITED, "--json", "--report", folder]);
  expect(JSON.parse(out)).toMatchObject({ verdict: "tampered" });
});
