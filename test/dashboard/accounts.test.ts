// Accounts as a person without script meets them: signing up, in and out, forgotten passwords, the first link. And what
// must not work: finding out who has an account, guessing, forms of other sites.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureLocalOwner, newEntryToken } from "../../src/accounts/first-start.ts";
import { engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService, testAddress } from "../harness.ts";
import { mailTo, newAddress, PASSWORD, pathIn, signedUp, signIn, signUp, subjectsTo } from "./people.ts";
import { newVisitor, type Shown } from "./visitor.ts";

let service: TestService;

beforeAll(async () => {
  service = await openService({ engine: engineByHand() });
});
afterAll(() => service.close());

/** A page as anybody sees it, without what is new each time. */
const bare = ({ status, text }: Shown, email: string) => ({
  status,
  text: text.replaceAll(email, "E").replace(/form_token" value="[^"]+"/g, ""),
});

describe("signing up", () => {
  test("leads over a mail to an organization with three checks, and the cookie is out of reach of script and sites", async () => {
    const visitor = newVisitor(service);
    const email = newAddress();
    expect((await signUp(visitor, email)).text).toContain("Look into your mailbox");
    expect((await visitor.open("/documents")).location).toBe("/sign-in?next=%2Fdocuments");
    expect(
      (await visitor.open(pathIn(service, await mailTo(service, email, "Confirm your e-mail address")))).status,
    ).toBe(200);
    const confirmed = await visitor.submit("/confirm");
    expect(confirmed.location).toBe("/documents");
    const cookie = confirmed.headers.getSetCookie().find((one) => one.includes("session_token")) ?? "";
    for (const part of [/^__Secure-/, /; HttpOnly/i, /; Secure/i, /; SameSite=Lax/i]) expect(cookie).toMatch(part);
    const page = await visitor.open("/documents");
    expect(page.text).toContain("Anna Muster&#39;s organization");
    expect(page.text).toContain("one of 3 checks");
  });

  test("grants the first checks once, however often the link is opened", async () => {
    const visitor = await signedUp(service);
    await visitor.open(pathIn(service, await mailTo(service, visitor.email, "Confirm your e-mail address")));
    await visitor.submit("/confirm");
    expect((await visitor.open("/documents")).text).toContain("one of 3 checks");
  });

  test("without a confirmed address nobody gets in, and only who knows the password learns why", async () => {
    const visitor = newVisitor(service);
    const email = newAddress();
    await signUp(visitor, email);
    expect((await signIn(visitor, email)).text).toContain("not confirmed yet");
    expect(await subjectsTo(service, email)).toEqual(["Confirm your e-mail address", "Confirm your e-mail address"]);
    expect((await signIn(visitor, email, "some other password")).text).toContain(
      "e-mail address or the password is wrong",
    );
  });

  test.each([
    [{ email: "nobody" }, "This is no e-mail address"],
    [{ password: "short" }, "at least 10 characters"],
    [{ password: "x".repeat(200) }, "at most 128 characters"],
    [{ name: "   " }, "The name needs"],
  ])("with %j is refused in words, and the form keeps what was typed", async (wrong, sentence) => {
    const visitor = newVisitor(service);
    await visitor.open("/sign-up");
    const fields = { name: "Anna", email: newAddress(), password: PASSWORD, ...wrong };
    const shown = await visitor.submit("/sign-up", fields);
    expect([shown.status, shown.text.includes(sentence)]).toEqual([400, true]);
    expect(shown.text).toContain(`value="${fields.email}"`);
    expect(shown.text).not.toContain(`value="${fields.password}"`);
  });

  test("a broken link is told, and asks to sign in", async () => {
    const visitor = newVisitor(service);
    await visitor.open("/confirm?token=broken");
    const shown = await visitor.submit("/confirm");
    expect([shown.status, shown.text.includes("This link was used already")]).toEqual([400, true]);
  });
});

describe("whether an address has an account", () => {
  test("is not told by signing up; the mailbox learns it", async () => {
    const { email } = await signedUp(service);
    const known = await signUp(newVisitor(service), email, "another password");
    const fresh = newAddress();
    expect(bare(known, email)).toEqual(bare(await signUp(newVisitor(service), fresh), fresh));
    expect((await mailTo(service, email, "You have an account already")).text).toContain("/forgot");
    // The password that was tried has no effect.
    expect((await signIn(newVisitor(service), email, "another password")).status).toBe(400);
  });

  test("is not told by signing in", async () => {
    const { email } = await signedUp(service);
    const known = await signIn(newVisitor(service), email, "not the password");
    const unknown = newAddress();
    expect(bare(known, email)).toEqual(bare(await signIn(newVisitor(service), unknown), unknown));
  });

  test("is not told by asking for a new password", async () => {
    const { email } = await signedUp(service);
    const ask = async (address: string) => {
      const visitor = newVisitor(service);
      await visitor.open("/forgot");
      return bare(await visitor.submit("/forgot", { email: address }), address);
    };
    const unknown = newAddress();
    expect(await ask(email)).toEqual(await ask(unknown));
    expect(await subjectsTo(service, unknown)).toEqual([]);
  });

  test("is not told by the limits", async () => {
    const { email } = await signedUp(service);
    const attempts = async (address: string) => {
      const statuses = [];
      for (let attempt = 0; attempt < 11; attempt++) {
        statuses.push((await signIn(newVisitor(service), address, "not the password")).status);
      }
      return statuses;
    };
    const expected = [...new Array(10).fill(400), 429];
    expect(await attempts(email)).toEqual(expected);
    expect(await attempts(newAddress())).toEqual(expected);
    // Held back for a while, also with the right password; then it goes on.
    expect((await signIn(newVisitor(service), email)).status).toBe(429);
    service.advance({ seconds: 901 });
    expect((await signIn(newVisitor(service), email)).status).toBe(303);
  });
});

describe("the limits", () => {
  test("count an address with blanks around it as the same", async () => {
    const { email } = await signedUp(service);
    const statuses = [];
    for (let blanks = 0; blanks < 11; blanks++) {
      statuses.push((await signIn(newVisitor(service), " ".repeat(blanks) + email, "not the password")).status);
    }
    expect(statuses).toEqual([...new Array(10).fill(400), 429]);
  });

  test("keep a mailbox from being filled by signing in before it is confirmed", async () => {
    const email = newAddress();
    await signUp(newVisitor(service), email);
    for (let attempt = 0; attempt < 9; attempt++) await signIn(newVisitor(service), email);
    expect((await subjectsTo(service, email)).length).toBe(5);
    // An hour later another one may be asked for.
    service.advance({ seconds: 3601 });
    await signIn(newVisitor(service), email);
    expect((await subjectsTo(service, email)).length).toBe(6);
  });
});

describe("signing in", () => {
  test("leads back to what was asked for, and nowhere else", async () => {
    const { email } = await signedUp(service);
    const to = async (next: string) =>
      (await signIn(newVisitor(service), email, PASSWORD, `/sign-in?next=${encodeURIComponent(next)}`)).location;
    expect(await to("/usage?from=mail")).toBe("/usage?from=mail");
    for (const elsewhere of [
      "https://elsewhere.test",
      "//elsewhere.test",
      "/\\elsewhere.test",
      "\\/x",
      "/\t/elsewhere.test",
    ]) {
      expect(await to(elsewhere)).toBe("/documents");
    }
  });

  test("out of which one signs, and the session is over", async () => {
    const visitor = await signedUp(service);
    const before = new Map(visitor.cookies);
    await visitor.open("/documents");
    expect((await visitor.submit("/sign-out")).location).toBe("/");
    for (const [name, value] of before) visitor.cookies.set(name, value);
    expect((await visitor.open("/documents")).status).toBe(303);
  });

  test("is held back for an address that tries many accounts", async () => {
    const address = testAddress();
    const statuses = [];
    for (let attempt = 0; attempt < 31; attempt++) {
      statuses.push((await signIn(newVisitor(service, address), newAddress())).status);
    }
    expect(statuses).toEqual([...new Array(30).fill(400), 429]);
    const refused = await signIn(newVisitor(service, address), newAddress());
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await signIn(newVisitor(service), newAddress())).status).toBe(400);
  });

  test("a session whose cookie was changed is none", async () => {
    const visitor = await signedUp(service);
    for (const [name, value] of visitor.cookies)
      visitor.cookies.set(
        name,
        value.replace(/^./, (first) => (first === "x" ? "y" : "x")),
      );
    expect((await visitor.open("/documents")).status).toBe(303);
  });
});

describe("a forgotten password", () => {
  test("is set anew by a link that works once; all sessions end", async () => {
    const visitor = await signedUp(service);
    const stranger = newVisitor(service);
    await stranger.open("/forgot");
    await stranger.submit("/forgot", { email: visitor.email });
    const path = pathIn(service, await mailTo(service, visitor.email, "Set a new password"));
    await stranger.open(path);
    expect((await stranger.submit("/reset", { password: "short" })).text).toContain("at least 10");
    expect((await stranger.submit("/reset", { password: "quite another one" })).location).toBe("/sign-in?reset=done");
    expect((await visitor.open("/documents")).status).toBe(303);
    expect((await signIn(newVisitor(service), visitor.email)).status).toBe(400);
    expect((await signIn(newVisitor(service), visitor.email, "quite another one")).status).toBe(303);
    await stranger.open(path);
    expect((await stranger.submit("/reset", { password: "and one more after" })).text).toContain("was used already");
  });

  test("sends five mails an hour to one address, and no more", async () => {
    const { email } = await signedUp(service);
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const visitor = newVisitor(service);
      await visitor.open("/forgot");
      statuses.push((await visitor.submit("/forgot", { email })).status);
    }
    // One mail was the confirmation's.
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test("the link is nowhere in the database", async () => {
    const { email } = await signedUp(service);
    const visitor = newVisitor(service);
    await visitor.open("/forgot");
    await visitor.submit("/forgot", { email });
    const token =
      new URL((await mailTo(service, email, "Set a new password")).link ?? "").searchParams.get("token") ?? "";
    const rows = await service.services.db.query.verifications.findMany();
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("a form of another site", () => {
  const body = () => new URLSearchParams({ email: "x@example.test", password: PASSWORD });

  test.each<[string, Record<string, string>]>([
    ["another origin", { Origin: "https://elsewhere.test" }],
    ["no origin", {}],
    ["an origin that hides", { Origin: "null" }],
    ["fetch metadata of another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://assay.test" }],
    ["fetch metadata of a sister site", { "Sec-Fetch-Site": "same-site", Origin: "https://assay.test" }],
  ])("with %s is refused", async (_what, headers) => {
    const visitor = await signedUp(service);
    const { text } = await visitor.open("/sign-up");
    expect(text).toBe("");
    const token = /name="form_token" value="([^"]+)"/.exec((await visitor.open("/documents")).text)?.[1] ?? "";
    const shown = await visitor.ask("/sign-out", {
      method: "POST",
      body: new URLSearchParams({ form_token: token }),
      headers,
    });
    expect(shown.status).toBe(400);
    expect((await visitor.open("/documents")).status).toBe(200);
  });

  test("without its token, or with that of somebody else, is refused", async () => {
    const [visitor, other] = [await signedUp(service), await signedUp(service)];
    const theirs = /name="form_token" value="([^"]+)"/.exec((await other.open("/documents")).text)?.[1] ?? "";
    for (const token of ["", "x", theirs]) {
      const form = new URLSearchParams({ form_token: token });
      const shown = await visitor.ask("/sign-out", { method: "POST", body: form, headers: { Origin: service.url } });
      expect(shown.status).toBe(400);
    }
    expect((await visitor.open("/documents")).status).toBe(200);
  });

  test("cannot sign anybody in either", async () => {
    const shown = await newVisitor(service).ask("/sign-in", {
      method: "POST",
      body: body(),
      headers: { Origin: service.url },
    });
    expect([shown.status, shown.text.includes("came from another site")]).toEqual([400, true]);
  });
});

test("the link of the first start signs the owner of the local organization in, once, for ten minutes, from this machine only", async () => {
  const fresh = await openService({ engine: engineByHand() });
  try {
    const fromHere = (token: string, headers: Record<string, string> = {}) =>
      fetch(`${fresh.url}/enter?token=${token}`, { redirect: "manual", headers });
    await fresh.newOrganization();
    await ensureLocalOwner(fresh.services);
    const token = (await newEntryToken(fresh.services)) ?? "";
    expect((await fromHere(token, { "X-Forwarded-For": "192.0.2.1" })).status).toBe(404);
    expect((await fromHere(token, { Forwarded: "for=192.0.2.1" })).status).toBe(404);
    const entered = await fromHere(token);
    expect([entered.status, entered.headers.get("Location")]).toEqual([303, "/documents"]);
    const cookie = (entered.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    const page = await fetch(`${fresh.url}/documents`, { headers: { Cookie: cookie } });
    expect([page.status, (await page.text()).includes("one of 100 checks")]).toEqual([200, true]);
    expect((await fromHere(token)).status).toBe(400);

    const late = (await newEntryToken(fresh.services)) ?? "";
    fresh.advance({ seconds: 601 });
    expect((await fromHere(late)).status).toBe(400);
    expect((await fromHere("")).status).toBe(400);
    // Who has an account signs in by it: no second owner is made.
    await ensureLocalOwner(fresh.services);
    expect(await fresh.services.db.query.users.findMany()).toHaveLength(1);
  } finally {
    await fresh.close();
  }
});

test("an address that nobody has is a page for people and JSON for programs", async () => {
  const visitor = newVisitor(service);
  const page = await visitor.open("/no/such/page");
  expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=UTF-8"]);
  expect(page.text).toContain("There is no such page");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const data = await visitor.ask("/no/such/page", { headers: { Accept: "application/json" } });
  expect(JSON.parse(data.text)).toMatchObject({ error: { code: "not_found" } });
});
