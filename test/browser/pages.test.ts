// The pages around documents in a browser: each wide and narrow, light and dark, without script, and by axe-core; and the
// way of somebody new, from signing up to a key.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccounts } from "../../src/accounts/auth.ts";
import { mailTo, PASSWORD, pathIn } from "../dashboard/people.ts";
import { memberOf, type Visitor } from "../dashboard/visitor.ts";
import { completed, engineByHand, failed } from "../engine-by-hand.ts";
import { multipart, openService, type TestService } from "../harness.ts";
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

const LOOKS: Record<string, Look> = {
  "wide-light": { size: WIDE, scheme: "light" },
  "wide-dark": { size: WIDE, scheme: "dark" },
  "narrow-light": { size: NARROW, scheme: "light" },
  "narrow-dark": { size: NARROW, scheme: "dark" },
  "without-script": { size: NARROW, scheme: "light", script: false },
};

const SIGNED_OUT = [
  "/",
  "/sign-up",
  "/sign-in",
  "/forgot",
  "/reset?token=x",
  "/confirm?token=x",
  "/docs",
  "/legal/data",
];
const SIGNED_IN = [
  "/developers/keys",
  "/developers/requests",
  "/developers/quick-start",
  "/usage",
  "/settings",
  "/settings/organization",
  "/settings/delete",
  "/operator",
  "/operator/notice",
  "/no-such-page",
];

let service: TestService;
let browser: Browser;
let owner: Visitor & { userId: string };

beforeAll(async () => {
  const engine = engineByHand();
  service = await openService({ engine, browsable: true, operators: ["owner@example.test"] });
  const opening = await openBrowser();
  if (opening === undefined) return;
  browser = opening;
  const own = await service.newOrganization({ checks: 500 });
  owner = await memberOf(service, own.id, { email: "owner@example.test" });
  await memberOf(service, own.id, { role: "member" });
  for (let day = 0; day < 12; day++) {
    engine.always(day % 5 === 4 ? failed("password_required") : completed());
    for (let count = 0; count <= (day * 5) % 7; count++) await own.upload();
    const form = { method: "POST", ...multipart({}), headers: { Origin: service.url } };
    for (let count = 0; count < day % 3; count++) await owner.ask("/documents", form);
    service.advance({ days: 1 });
  }
  // A second session, which the owner may end.
  const { auth } = openAccounts(service.services);
  await auth.api.enter({ body: { userId: owner.userId }, headers: new Headers() });
  await own.get("/documents/none");
  await own.get("/documents?limit=0");
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

async function opened(
  look: Look,
  path: string,
  who?: Visitor,
): Promise<{ page: Page; faults: string[]; context: BrowserContext }> {
  const context = await contextOf(browser, look);
  if (who) await signIn(context, service, who);
  const page = await context.newPage();
  const faults: string[] = [];
  // Chromium reports the status of a page that says 404 as an error of its own.
  page.on(
    "console",
    (message) => message.type() === "error" && !/status of 4/.test(message.text()) && faults.push(message.text()),
  );
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(service.url + path, { waitUntil: "networkidle" });
  return { page, faults, context };
}

async function look(name: string, options: Look, path: string, who?: Visitor): Promise<void> {
  const { page, faults, context } = await opened(options, path, who);
  await keep(page, `page${path.replace(/[^a-z]+/g, "-").replace(/-$/, "") || "-start"}-${name}`);
  expect(faults).toEqual([]);
  expect(await page.locator("h1").count()).toBe(1);
  // Nothing but what scrolls by itself is wider than the screen.
  expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
  if (options.script !== false) expect(await seriousFaults(page)).toEqual([]);
  await context.close();
}

describeInBrowser.each(Object.entries(LOOKS))("%s", (name, options) => {
  test.each(SIGNED_OUT)("%s", (path) => look(name, options, path));
  test.each(SIGNED_IN)("%s", (path) => look(name, options, path, owner));
});

/** Pages whose tables have something to press in each row. */
const ACTING: Record<string, string> = {
  "/settings/organization": "Remove",
  "/settings": "End",
  "/developers/keys": "Revoke",
  "/operator": "Grant",
  "/documents": "statement.pdf",
};

describeInBrowser("on a phone, where all of a table with its buttons is in sight", () => {
  test.each(Object.entries(ACTING))("%s: %s", async (path, name) => {
    const { page, context } = await opened({ size: NARROW, scheme: "light" }, path, owner);
    const acting = page.locator("table.folding").locator("a, button");
    expect(await acting.filter({ hasText: name }).count()).toBeGreaterThan(0);
    const reached = await spans(page, "table.folding :is(th, td, a, button, input)");
    for (const [left, right] of reached.filter(([, right]) => right > 0)) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(NARROW.width);
    }
    await context.close();
  });
});

describeInBrowser("somebody new", () => {
  test.each([true, false])(
    "signs up, confirms, makes a key that is shown once, and signs out (script: %s)",
    async (script) => {
      const email = `new-${script}@example.test`;
      const { page, faults, context } = await opened({ size: NARROW, scheme: "light", script }, "/");
      await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
      await page.getByLabel("Your name").fill("Anna Muster");
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.getByRole("heading", { name: "Look into your mailbox" }).waitFor();

      await page.goto(service.url + pathIn(service, await mailTo(service, email, "Confirm your e-mail address")));
      await page.getByRole("button", { name: "Yes, this is my address" }).click();
      await page.waitForURL(/\/documents$/);
      expect(await page.getByText("one of 3 checks").count()).toBe(1);

      await page.getByRole("link", { name: "Developers" }).click();
      await page.getByLabel("Name of a new key").fill("first");
      await page.getByRole("button", { name: "Make a key" }).click();
      const key = (await page.locator("#new-key").textContent()) ?? "";
      await keep(page, `page-new-key-${script ? "script" : "without-script"}`);
      const answer = await service.request("/api/v1/usage", { headers: { Authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(200);
      const copy = page.getByRole("button", { name: "Copy" });
      expect(await copy.isVisible()).toBe(script);
      if (script) {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await copy.click();
        await page.getByRole("button", { name: "Copied" }).waitFor();
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key);
      }
      await page.goto(`${service.url}/developers/keys`);
      expect(await page.content()).not.toContain(key);

      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${service.url}/`);
      await page.goto(`${service.url}/developers/keys`);
      expect(new URL(page.url()).pathname).toBe("/sign-in");
      // Back to where one wanted to be.
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/developers\/keys$/);
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test("signs in by keyboard alone", async () => {
    const { page, context } = await opened({ size: WIDE, scheme: "light" }, "/sign-in");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement?.textContent?.trim()")).toBe("To the content");
    const focused = async () => page.evaluate("document.activeElement?.getAttribute('name')");
    for (let tabs = 0; tabs < 20 && (await focused()) !== "email"; tabs++) await page.keyboard.press("Tab");
    await page.keyboard.type("new-true@example.test");
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/documents$/);
    await context.close();
  });
});
