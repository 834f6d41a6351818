// What each page of the dashboard weighs and when a person first sees something, and how long it takes from a dropped file
// to its report: `node bench/service/pages.ts [--dist FOLDER] FILE…`, in Debian's Chromium, nothing cached.
import { basename } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { texts, withNewService } from "./service.ts";

const CHROMIUM = "/usr/bin/chromium";
const TURNS = 5;
/** Seen by anybody, and by who is signed in. */
const OPEN = ["/", "/sign-up", "/sign-in", "/forgot", "/legal/data", "/docs", "/docs/signals"];
const OWN = [
  "/documents",
  "/developers/keys",
  "/developers/requests",
  "/developers/quick-start",
  "/usage",
  "/settings",
];

interface Weighed {
  requests: number;
  kilobytes: number;
  painted: number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Goes there with an empty cache. */
async function weigh(browser: Browser, signedIn: BrowserContext | undefined, url: string): Promise<Weighed> {
  const context = await browser.newContext(signedIn ? { storageState: await signedIn.storageState() } : {});
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  let [requests, bytes] = [0, 0];
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests++;
    bytes += encodedDataLength;
  });
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (answer?.status() !== 200) throw new Error(`${url} answers ${answer?.status()}.`);
  const painted = await firstPaint(page);
  await context.close();
  return { requests, kilobytes: bytes / 1024, painted };
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
}

async function row(name: string, measured: () => Promise<Weighed>): Promise<string> {
  const turns: Weighed[] = [];
  for (let turn = 0; turn < TURNS; turn++) turns.push(await measured());
  const of = (key: keyof Weighed) => median(turns.map((turn) => turn[key]));
  return `| ${name} | ${of("requests")} | ${of("kilobytes").toFixed(0)} | ${of("painted").toFixed(0)} |`;
}

/** From the click to the report's words, and to all its pictures. */
async function drop(page: Page, documents: string, file: string): Promise<{ url: string; words: number; all: number }> {
  await page.goto(documents, { waitUntil: "networkidle" });
  await page.setInputFiles("#drop-file", file);
  const began = performance.now();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.waitForURL(/\/documents\/doc_/, { waitUntil: "commit" });
  await page.locator("h1").waitFor();
  const words = performance.now() - began;
  await page.waitForLoadState("networkidle");
  return { url: page.url(), words, all: performance.now() - began };
}

const files = process.argv.slice(2).filter((word, at, all) => word !== "--dist" && all[at - 1] !== "--dist");
await withNewService(texts("--dist")[0] ?? "dist", async (link) => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  const { origin } = new URL(link);
  console.log("| file | to the words, ms | to all pictures, ms |\n|---|---|---|");
  const reports: [string, string][] = [];
  for (const file of files) {
    const { url, words, all } = await drop(page, `${origin}/documents`, file);
    reports.push([`report of ${basename(file)}`, url]);
    console.log(`| ${basename(file)} | ${words.toFixed(0)} | ${all.toFixed(0)} |`);
  }
  console.log("\n| page | requests | KiB | first paint, ms |\n|---|---|---|---|");
  for (const path of OPEN) console.log(await row(path, () => weigh(browser, undefined, origin + path)));
  for (const [name, url] of [...OWN.map((path): [string, string] => [path, origin + path]), ...reports]) {
    console.log(await row(name, () => weigh(browser, context, url)));
  }
  await browser.close();
});
