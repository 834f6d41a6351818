// The walk of a new user: what the README says, from `git clone` to a report in the browser.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextOf, keep, openBrowser, WIDE } from "./chromium.ts";

const ROOT = join(import.meta.dirname, "../..");
const MINUTES = 60_000;
const FILE = join(ROOT, "fixtures/utility-pdfbox/total-covered-incremental-pdfbox.pdf");

/** It installs and compiles everything once more, so it waits for a run that has the time; one database is enough. */
const walked = process.env.CI !== undefined && process.env.DATABASE_URL === undefined && existsSync(join(ROOT, ".git"));

let folder: string;
let browser: Browser;
let service: ChildProcess | undefined;

beforeAll(async () => {
  if (!walked) return;
  folder = mkdtempSync(join(tmpdir(), "assay-walk-"));
  browser = (await openBrowser()) ?? expect.unreachable();
});
afterAll(async () => {
  await browser?.close();
  await stop();
  if (folder) rmSync(folder, { recursive: true });
});

/** The whole group: npm, its shell and the service. */
async function stop(): Promise<void> {
  if (service?.pid === undefined || service.exitCode !== null) return;
  const gone = new Promise((resolve) => service?.once("close", resolve));
  process.kill(-service.pid, "SIGTERM");
  await gone;
}

/** The command with which the README begins. */
function firstCommand(readme: string): string {
  return /^```sh\n(.+)\n```$/m.exec(readme)?.[1] ?? expect.unreachable();
}

/** The engine of this tree was built of the same sources; without it the clone compiles its own. */
function takeOverEngine(clone: string): void {
  const built = readdirSync(join(ROOT, "native")).filter((name) => name.startsWith("engine."));
  for (const name of built) copyFileSync(join(ROOT, "native", name), join(clone, "native", name));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : expect.unreachable();
}

describe.skipIf(!walked)("a new user", () => {
  test("clones, starts, follows the printed link, drops a file and reads its report", {
    timeout: 15 * MINUTES,
  }, async () => {
    const clone = join(folder, "assay");
    execFileSync("git", ["clone", "--quiet", ROOT, clone]);
    takeOverEngine(clone);
    const command = firstCommand(readFileSync(join(clone, "README.md"), "utf8"));
    expect(command).toBe("npm ci && npm start");
    const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", PORT: String(await freePort()) };
    service = spawn("sh", ["-c", command], { cwd: clone, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    service.stdout?.on("data", (chunk) => (output += chunk));
    service.stderr?.on("data", (chunk) => (output += chunk));
    const ended = new Promise<never>((_, reject) => service?.once("exit", () => reject(new Error(output))));
    await Promise.race([ended, expect.poll(() => output, { timeout: 12 * MINUTES }).toContain("listens on")]);
    ended.catch(() => undefined);

    const link = /^ {2}(http\S+\/enter\?token=\w+)$/m.exec(output)?.[1] ?? expect.unreachable();
    const context = await contextOf(browser, { size: WIDE, scheme: "light" });
    const page = await context.newPage();
    await page.goto(link);
    await page.setInputFiles("#drop-file", FILE);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.waitForURL(/\/documents\/doc_/);
    expect(await page.locator("h1").textContent()).toContain("edited after it was produced");
    await page.waitForLoadState("networkidle");
    await keep(page, "walk-report");
    await context.close();
  });
});
