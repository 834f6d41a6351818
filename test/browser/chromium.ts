// A real browser for the tests of pages: Debian's Chromium, driven over its own protocol.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Visitor } from "../dashboard/visitor.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Pictures of what the tests saw, to be looked at; git does not keep them. */
const SCREENSHOTS = join(import.meta.dirname, "../../screenshots");

const browserPath = PLACES.find((path) => existsSync(path));

/** Without a browser its tests are left out, aloud; where CI is set they fail. */
const leftOut = browserPath === undefined && !process.env.CI;
if (leftOut) console.warn(`No Chromium at ${PLACES.join(", ")}: the pages are not looked at.`);
export const describeInBrowser = describe.skipIf(leftOut);

/** Undefined where its tests are left out. */
export async function openBrowser(): Promise<Browser | undefined> {
  if (leftOut) return undefined;
  if (browserPath === undefined) throw new Error("no Chromium is installed: apt-get install chromium");
  // The tests of a container run as root, where the browser's own sandbox does not start.
  return chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
}

export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 360, height: 740 };

export type Look = { size: typeof WIDE; scheme: "light" | "dark"; script?: boolean };

export function contextOf(browser: Browser, { size, scheme, script = true }: Look): Promise<BrowserContext> {
  return browser.newContext({ viewport: size, colorScheme: scheme, javaScriptEnabled: script });
}

/** Gives the browser the session of a member. */
export async function signIn(context: BrowserContext, { url }: { url: string }, { cookies }: Visitor): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
}

type Violation = { id: string; impact: string; help: string; nodes: string[] };

/** What axe-core calls serious or critical. */
export async function seriousFaults(page: Page): Promise<Violation[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate("axe.run().then(({ violations }) => violations)");
  const violations = found as (Omit<Violation, "nodes"> & { nodes: { html: string }[] })[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(({ html }) => html.slice(0, 200)) }));
}

/** From where to where across the screen each of these reaches, whatever of it is cut off. */
export async function spans(page: Page, selector: string): Promise<[left: number, right: number][]> {
  const boxes = await Promise.all((await page.locator(selector).all()).map((one) => one.boundingBox()));
  return boxes.filter((box) => box !== null).map(({ x, width }) => [x, x + width]);
}

export async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
