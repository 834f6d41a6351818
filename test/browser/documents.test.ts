// The pages of documents in a browser: each state from a real file, wide and narrow, light and dark, by keyboard alone,
// without script, and by axe-core.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { memberOf, type Visitor } from "../dashboard/visitor.ts";
import { type Organization, openService, type TestService } from "../harness.ts";
import {
  contextOf,
  describeInBrowser,
  keep,
  type Look,
  NARROW,
  openBrowser,
  seriousFaults,
  signIn,
  spans,
  WIDE,
} from "./chromium.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A file for each state of the report. */
const STATES: Record<string, string> = {
  tampered: "fixtures/utility-pdfbox/total-covered-incremental-pdfbox.pdf",
  "tampered-without-earlier-state": "fixtures/statement-pdfkit/amount-changed-pdftk-text-editor.pdf",
  suspicious: "fixtures/letter-reportlab/salary-changed-in-stream-padded.pdf",
  "image-container": "fixtures/pictures/line-blacked-out-in-noise.pdf",
  inconclusive: "fixtures/statement-pdfkit/original.pdf",
  signed: "fixtures/invoice-weasyprint-signed/signed-visible.pdf",
  locked: "crates/pdf/tests/locked/aes-256.pdf",
};

const LOOKS: Record<string, Look> = {
  "wide-light": { size: WIDE, scheme: "light" },
  "wide-dark": { size: WIDE, scheme: "dark" },
  "narrow-light": { size: NARROW, scheme: "light" },
  "narrow-dark": { size: NARROW, scheme: "dark" },
  "without-script": { size: WIDE, scheme: "light", script: false },
};

let service: TestService;
let member: Visitor;
let browser: Browser;
let own: Organization;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await openService({ engine: await openEngine({ size: 2 }), browsable: true });
  const opening = await openBrowser();
  if (opening === undefined) return;
  browser = opening;
  own = await service.newOrganization();
  member = await memberOf(service, own.id);
  for (const [state, path] of Object.entries(STATES)) {
    const { body } = await own.upload({ file: readFileSync(join(ROOT, path)), name: `${state}.pdf` });
    ids[state] = body.id;
  }
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

async function opened(look: Look, path: string): Promise<{ page: Page; faults: string[]; close(): Promise<void> }> {
  const context = await contextOf(browser, look);
  await signIn(context, service, member);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("requestfailed", (request) => faults.push(`${request.url()} failed`));
  await page.goto(service.url + path, { waitUntil: "networkidle" });
  return { page, faults, close: () => context.close() };
}

describeInBrowser("in a browser", () => {
  describe.each(Object.entries(LOOKS))("%s", (look, options) => {
    test.each(Object.keys(STATES))("the report of a file that is %s", async (state) => {
      const { page, faults, close } = await opened(options, `/documents/${ids[state]}`);
      await keep(page, `report-${state}-${look}`);
      expect(faults).toEqual([]);
      expect(await page.locator("h1").count()).toBe(1);
      // Nothing but what scrolls by itself is wider than the screen.
      expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(
        0,
      );
      if (options.script !== false) expect(await seriousFaults(page)).toEqual([]);
      await close();
    });

    test("the list", async () => {
      const { page, faults, close } = await opened(options, "/documents");
      await keep(page, `documents-${look}`);
      expect(faults).toEqual([]);
      expect(await page.locator("tbody tr").count()).toBe(Object.keys(STATES).length);
      expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(
        0,
      );
      if (options.script !== false) expect(await seriousFaults(page)).toEqual([]);
      await close();
    });
  });

  test("the pictures are there and the marks lie on what they mark", async () => {
    const { page, close } = await opened({ size: WIDE, scheme: "light" }, `/documents/${ids.tampered}`);
    const images = await page.locator("image").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    const shown = await Promise.all(
      [...new Set(images)].map(async (href) => (await page.request.get(`${service.url}${href}`)).status()),
    );
    expect(shown).toEqual([200, 200]);
    const mark = await page.locator(".sheet .mark .outline").first().boundingBox();
    const sheet = await page.locator(".sheet svg").last().boundingBox();
    // The total of this bill stands at 501 to 537 of 595 points, 484 to 495 of 842 from the bottom.
    const x = ((mark?.x ?? 0) - (sheet?.x ?? 0)) / (sheet?.width ?? 1);
    const y = ((mark?.y ?? 0) - (sheet?.y ?? 0)) / (sheet?.height ?? 1);
    expect(x).toBeCloseTo(500 / 595, 1);
    expect(y).toBeCloseTo((842 - 496) / 842, 1);
    await close();
  });

  test("by keyboard alone one gets from the list to a finding, its mark and back", async () => {
    const { page, close } = await opened(
      { size: WIDE, scheme: "light" },
      "/documents?verdict=tampered&name=tampered.pdf",
    );
    const tabTo = async (selector: string) => {
      for (let i = 0; i < 80; i++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
      }
      throw new Error(`no way by Tab to ${selector}`);
    };
    await tabTo("tbody a");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/documents\/doc_/);
    // The other signs of one cause are folded up below the strongest.
    await tabTo(".same > summary");
    await page.keyboard.press("Enter");
    await tabTo('.same .finding h3 a[href*="findings/2"]');
    await page.keyboard.press("Enter");
    await page.waitForURL(/findings\/2#finding-2$/);
    expect(await page.locator("#finding-2.chosen").count()).toBe(1);
    await tabTo('.sheet a.mark[href*="findings/1"]');
    await page.keyboard.press("Enter");
    await page.waitForURL(/findings\/1#finding-1$/);
    await close();
  });

  test("without script a file is uploaded and deleted", async () => {
    const { page, close } = await opened({ size: NARROW, scheme: "light", script: false }, "/documents");
    await page.setInputFiles("#drop-file", join(ROOT, STATES.tampered ?? ""));
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.waitForURL(/\/documents\/doc_/);
    expect(await page.locator("h1").textContent()).toContain("edited after it was produced");
    await page.getByRole("link", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await page.waitForURL(/\/documents$/);
    await close();
  });

  test("many files are chosen at once, and each says what became of it", async () => {
    const { page, faults, close } = await opened({ size: WIDE, scheme: "light" }, "/documents");
    const files = [STATES.tampered, STATES.inconclusive, "package.json"].map((path) => join(ROOT, path ?? ""));
    await page.setInputFiles("#drop-file", files);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    const rows = page.locator(".progress li");
    await rows.nth(1).getByRole("link", { name: "inconclusive" }).waitFor();
    await rows.nth(0).getByRole("link", { name: "tampered" }).waitFor();
    await rows.nth(2).getByText("not a PDF").waitFor();
    await keep(page, "documents-many-wide-light");
    expect(faults.filter((fault) => !fault.includes("status of 400"))).toEqual([]);
    await close();
  });

  test("before and now are laid over each other, made larger, and shown without marks", async () => {
    const { page, faults, close } = await opened({ size: WIDE, scheme: "light" }, `/documents/${ids.tampered}`);
    const last = page.locator(".sheet svg").last();
    const before = (await last.boundingBox())?.width ?? 0;
    await page.getByRole("button", { name: "Zoom in" }).click();
    expect((await last.boundingBox())?.width).toBeCloseTo(before * 1.4, 0);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.getByRole("button", { name: "Marks on the pages" }).click();
    expect(await page.locator(".mark").first().isVisible()).toBe(false);
    await page.getByRole("slider").fill("50");
    expect(await page.locator(".pair.laid").count()).toBe(1);
    await keep(page, "report-laid-wide-light");
    expect(faults).toEqual([]);
    await close();
  });

  test("style and scripts of a page weigh less than 60 kB", async () => {
    const { page, close } = await opened({ size: WIDE, scheme: "light" }, "/documents");
    const found = page.locator("link[rel=stylesheet], script[src]");
    const paths = await found.evaluateAll((all) =>
      all.map((one) => one.getAttribute("href") ?? one.getAttribute("src")),
    );
    const sizes = await Promise.all(
      paths.map(async (path) => (await (await page.request.get(`${service.url}${path}`)).body()).length),
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
    await close();
  });

  test.each(Object.keys(STATES))("on a phone all of a page and its marks is in sight: %s", async (state) => {
    const { page, close } = await opened({ size: NARROW, scheme: "light" }, `/documents/${ids[state]}`);
    const sheets = await spans(page, ".sheet svg");
    expect(sheets.length).toBeGreaterThan(state === "locked" ? -1 : 0);
    const parts = await spans(page, ".mark .badge, .mark .number, .mark .must");
    if (state === "tampered") expect(parts.length).toBeGreaterThan(1);
    for (const [left, right] of [...sheets, ...parts]) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(NARROW.width);
    }
    await close();
  });

  test("marks can be hit with a finger", async () => {
    const { page, close } = await opened({ size: NARROW, scheme: "light" }, `/documents/${ids.tampered}`);
    const box = await page.locator(".sheet .target").first().boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await close();
  });
});
