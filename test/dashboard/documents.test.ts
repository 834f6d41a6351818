// The pages of documents: every state, every address, two organizations that cannot see each other, forms without script.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { multipart, type Organization, openService, type TestService } from "../harness.ts";
import { memberOf, newVisitor, type Visitor } from "./visitor.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures", name));
const EDITED = fixture("utility-pdfbox/total-covered-incremental-pdfbox.pdf");
let service: TestService;
const members = new Map<Organization, Promise<Visitor>>();
let own: Organization;
let other: Organization;

beforeAll(async () => {
  service = await openService({ engine: await openEngine({ size: 2 }) });
  own = await service.newOrganization();
  other = await service.newOrganization();
});
afterAll(() => service.close());

type Asked = RequestInit & { as?: Organization | null };

function memberFor(organization: Organization): Promise<Visitor> {
  const member = members.get(organization) ?? memberOf(service, organization.id);
  members.set(organization, member);
  return member;
}

async function ask(path: string, { as = own, headers, ...init }: Asked = {}) {
  if (as === null) return newVisitor(service).ask(path, init);
  const member = await memberFor(as);
  const all = new Headers(headers);
  // What a browser sends with a form of the same origin, and what stands in it.
  if (!all.has("Origin")) all.set("Origin", service.url);
  if (init.method === "POST") init.body ??= new URLSearchParams({ form_token: await formToken(member) });
  return member.ask(path, { ...init, headers: all });
}

async function formToken(member: Visitor): Promise<string> {
  const { text } = await member.ask("/documents");
  return /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

async function uploaded(file: Uint8Array, name = "statement.pdf"): Promise<string> {
  return (await own.upload({ file, name })).body.id;
}

describe("the report", () => {
  test("opens at every finding, page and save, each an address", async () => {
    const id = await uploaded(EDITED);
    const whole = await ask(`/documents/${id}`);
    expect(whole.status).toBe(200);
    expect(whole.text).toContain("There is strong evidence that this file was edited");
    expect(whole.text).toContain(`href="/documents/${id}/findings/2#finding-2"`);
    expect(whole.text).toContain(`href="/documents/${id}/saves/1#pages"`);
    expect(whole.text).toContain(`/documents/${id}/pictures/1.png`);
    expect(whole.text).toContain(`/documents/${id}/pictures/1-after-save-1.png`);
    expect((await ask(`/documents/${id}/findings/2`)).text).toContain('id="finding-2" class="finding high chosen"');
    expect((await ask(`/documents/${id}/saves/2`)).text).toContain("Page 1 before: after save 1");
    expect((await ask(`/documents/${id}/pages/1`)).text).toContain("Page 1 now");
    for (const place of ["findings/99", "pages/9", "saves/7"]) {
      const answer = await ask(`/documents/${id}/${place}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("no such place");
    }
  });

  test("has neither script nor style in its markup", async () => {
    const { text } = await ask(`/documents/${await uploaded(EDITED)}`);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/i);
  });

  test("while the check runs it says so and refreshes by itself", async () => {
    await service.stopAnalysis();
    const id = await service.withWait(0, () => uploaded(EDITED));
    const { text, headers } = await ask(`/documents/${id}`);
    expect(text).toContain("This file is being checked");
    expect(headers.get("Refresh")).toBe("3");
    expect((await ask("/documents")).headers.get("Refresh")).toBe("3");
    service.startAnalysis();
    await expect
      .poll(async () => (await ask(`/documents/${id}`)).headers.get("Refresh"), { timeout: 20_000 })
      .toBeNull();
  });

  test.each([
    ["crates/pdf/tests/locked/aes-256.pdf", "opens only with a password", "Nothing was charged"],
    ["fixtures/statement-pdfkit/original.pdf", "Nothing was found", "That is the best an unsigned file can get"],
    ["fixtures/invoice-weasyprint-signed/signed-visible.pdf", "unbroken digital signature", "Who signed?"],
  ])("of %s says what it means", async (path, ...sentences) => {
    const id = await uploaded(readFileSync(join(import.meta.dirname, "../..", path)));
    const { text } = await ask(`/documents/${id}`);
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  test("says which engine checked when a newer one is at work, and checks again for one more check", async () => {
    const id = await uploaded(EDITED);
    const { version } = service.services.engine;
    service.services.engine.version = "99.0.0";
    try {
      expect((await ask(`/documents/${id}`)).text).toContain(`Checked with engine ${version}; 99.0.0 is at work now.`);
    } finally {
      service.services.engine.version = version;
    }
    const before = await own.usage();
    const again = await ask(`/documents/${id}/again`, { method: "POST" });
    expect(again.status).toBe(303);
    expect(again.headers.get("Location")).toMatch(/^\/documents\/doc_/);
    expect(again.headers.get("Location")).not.toContain(id);
    expect(await own.usage()).toMatchObject({ used: before.used + 1, api_documents: before.api_documents });
  });
});

describe("two organizations", () => {
  test("cannot see each other's documents by any address, and it looks as if there were none", async () => {
    const id = await uploaded(EDITED);
    const gone = "doc_000000000000000000000000";
    const addresses = [
      "",
      "/findings/1",
      "/pages/1",
      "/saves/1",
      "/delete",
      "/report.json",
      "/report.pdf",
      "/original",
      "/saves/1/file",
    ];
    for (const address of [...addresses, "/pictures/1.png", "/pictures/1-after-save-1.png"]) {
      expect((await ask(`/documents/${id}${address}`)).status, address).toBe(200);
      const foreign = await ask(`/documents/${id}${address}`, { as: other });
      const never = await ask(`/documents/${gone}${address}`, { as: other });
      expect(foreign.status, address).toBe(404);
      expect(foreign.text, address).toBe(never.text);
      const stranger = await ask(`/documents/${id}${address}`, { as: null });
      expect([stranger.status, stranger.location.split("?")[0]], address).toEqual([303, "/sign-in"]);
    }
    for (const address of ["/delete", "/again"]) {
      expect((await ask(`/documents/${id}${address}`, { as: other, method: "POST" })).status).toBe(404);
    }
    expect((await ask("/documents", { as: other })).text).not.toContain(id);
    expect((await ask(`/documents/${id}`)).status).toBe(200);
  });

  test("a form of another site does nothing", async () => {
    const id = await uploaded(EDITED);
    const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://elsewhere.test" };
    const foreign = await ask(`/documents/${id}/delete`, { method: "POST", body: "token=t", headers: form });
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect((await ask(`/documents/${id}`)).status).toBe(200);
  });
});

/** Pictures are packed too, and are no text. */
function inflated(packed: Buffer): string {
  try {
    return inflateSync(packed).toString("latin1");
  } catch {
    return "";
  }
}

/** The bytes as they come. */
async function fetched(path: string): Promise<Response> {
  const { cookies } = await memberFor(own);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(service.url + path, { headers: { Cookie: cookie } });
}

describe("files of a document", () => {
  test("the original comes as an attachment that nothing runs in", async () => {
    const id = await uploaded(EDITED, 'näh"te\u202e.pdf');
    const response = await fetched(`/documents/${id}/original`);
    expect(response.headers.get("Content-Disposition")).toBe(
      `attachment; filename="n_h_te.pdf"; filename*=UTF-8''n%C3%A4h%22te.pdf`,
    );
    expect(response.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(EDITED.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  test("an earlier state comes as the first part of the original, under its own name", async () => {
    const id = await uploaded(EDITED);
    expect((await ask(`/documents/${id}`)).text).toContain(`href="/documents/${id}/saves/1/file"`);
    const response = await fetched(`/documents/${id}/saves/1/file`);
    expect(response.headers.get("Content-Disposition")).toContain('filename="statement.after-save-1.pdf"');
    expect(response.headers.get("Content-Security-Policy")).toContain("sandbox");
    const first = Buffer.from(await response.arrayBuffer());
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(EDITED.length);
    expect(EDITED.subarray(0, first.length).equals(first)).toBe(true);
    const never = await ask(`/documents/${id}/saves/99/file`);
    expect([never.status, never.text]).toEqual([404, "There is no save 99: the file has 2 saves.\n"]);
    expect((await ask(`/documents/${id}/signatures/1/file`)).status).toBe(404);
  });

  test("a signed file comes as it was signed", async () => {
    const signed = fixture("invoice-weasyprint-signed/total-changed-incremental-after-signing.pdf");
    const id = await uploaded(signed);
    const response = await fetched(`/documents/${id}/signatures/1/file`);
    expect(response.headers.get("Content-Disposition")).toContain('filename="statement.as-signed-1.pdf"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(-6).toString("latin1")).toContain("%%EOF");
    expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  test("report.json is the API's Document", async () => {
    const id = await uploaded(EDITED);
    const { text } = await ask(`/documents/${id}/report.json`);
    expect(JSON.parse(text)).toEqual((await own.get(`/documents/${id}`)).body);
  });

  test("report.pdf names file, engine and rules on each sheet, and is a PDF that the engine reads", async () => {
    const id = await uploaded(EDITED);
    const response = await fetched(`/documents/${id}/report.pdf`);
    expect(response.headers.get("Content-Disposition")).toContain('filename="statement.report.pdf"');
    const path = join(service.folder, "report.pdf");
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const { body } = await own.get(`/documents/${id}`);
    const outcome = await service.services.engine.analyze(path);
    expect(outcome).toMatchObject({ status: "completed", file: { document_class: "born_digital" } });
    const streams = readFileSync(path)
      .toString("latin1")
      .matchAll(/\/FlateDecode\n>>\nstream\n(.*?)\nendstream/gs);
    const text = [...streams].map(([, packed = ""]) => inflated(Buffer.from(packed, "latin1"))).join("\n");
    const shown = [...text.matchAll(/\[((?:<[0-9a-f]*>|[-\d. ])+)\] TJ/g)].map(([, array = ""]) =>
      Buffer.from([...array.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join(""), "hex").toString("latin1"),
    );
    const count = (part: string) => shown.filter((line) => line.includes(part)).length;
    expect(outcome.file.pages).toBeGreaterThan(1);
    expect(count(`SHA-256 ${body.file.sha256}`)).toBe(outcome.file.pages);
    expect(count(`engine ${body.engine?.version}, rules ${body.engine?.rules_revision}`)).toBe(outcome.file.pages);
    expect(count("There is strong evidence")).toBe(1);
  });

  test("a page that is not there has no picture", async () => {
    const id = await uploaded(EDITED);
    expect((await ask(`/documents/${id}/pictures/2.png`)).status).toBe(404);
    expect((await ask(`/documents/${id}/pictures/1-after-save-9.png`)).status).toBe(404);
    // The report says so and shows the marks all the same.
    const text = (await ask(`/documents/${id}`)).text;
    expect(text).toContain('class="mark high"');
  });
});

describe("uploads", () => {
  test("by the plain form lead to the report, and count as the dashboard's", async () => {
    const before = await own.usage();
    const answer = await ask("/documents", { method: "POST", ...multipart({ file: EDITED, external_id: "case-7" }) });
    expect(answer.status).toBe(303);
    const location = answer.headers.get("Location") ?? "";
    expect((await ask(location)).text).toContain("edited after it was produced");
    expect(await own.usage()).toMatchObject({ used: before.used + 1, api_documents: before.api_documents });
    expect((await ask("/documents?external_id=case-7")).text).toContain(location);
  });

  test("by script are answered as data", async () => {
    const { body, headers = {} } = multipart({ file: EDITED });
    const answer = await ask("/documents", {
      method: "POST",
      body: body ?? null,
      headers: { ...headers, Accept: "application/json" },
    });
    expect(JSON.parse(answer.text)).toMatchObject({ status: "completed", verdict: "tampered" });
  });

  test("what is no PDF is refused in words, on the same page", async () => {
    const answer = await ask("/documents", { method: "POST", ...multipart({ file: "no pdf" }) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).toContain("not a PDF");
  });

  test("without checks left nothing is taken, and the page says so", async () => {
    const poor = await service.newOrganization({ checks: 0 });
    expect((await ask("/documents", { as: poor })).text).toContain("No checks are left");
    const answer = await ask("/documents", { as: poor, method: "POST", ...multipart({ file: EDITED }) });
    expect(answer.status).toBe(402);
  });
});

test("the page of findings explains every finding of the engine, and no other", async () => {
  const { status, text } = await ask("/docs/signals", { as: null });
  const explained = [...text.matchAll(/<section id="(\w+)"><h3>/g)].map(([, id]) => id);
  const catalogue = await service.services.engine.catalogue();
  expect(status).toBe(200);
  expect(explained.sort()).toEqual(catalogue.map(({ id }) => id).sort());
  for (const { meaning, benign } of catalogue) {
    const shown = (sentence: string) =>
      sentence
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;");
    expect(text).toContain(shown(meaning));
    expect(text).toContain(shown(benign));
  }
});

describe("the list", () => {
  test("is filtered by verdict, name and day, and a wrong filter is told", async () => {
    const mine = await service.newOrganization();
    await mine.upload({ file: EDITED, name: "edited_one.pdf" });
    await mine.upload({ file: fixture("statement-pdfkit/original.pdf"), name: "Plain 100%.pdf" });
    const names = async (query: string) => {
      const { text } = await ask(`/documents?${query}`, { as: mine });
      return ["edited_one.pdf", "Plain 100%.pdf"].filter((name) => text.includes(name));
    };
    const today = service.services.clock().toISOString().slice(0, 10);
    expect(await names("")).toHaveLength(2);
    expect(await names("verdict=tampered")).toEqual(["edited_one.pdf"]);
    expect(await names("verdict=failed")).toEqual([]);
    expect(await names("name=plain")).toEqual(["Plain 100%.pdf"]);
    expect(await names("name=0%25")).toEqual(["Plain 100%.pdf"]);
    expect(await names("name=d_o")).toEqual(["edited_one.pdf"]);
    expect(await names("name=d%25o")).toEqual([]);
    expect(await names(`from=${today}&until=${today}`)).toHaveLength(2);
    expect(await names("until=2001-01-01")).toEqual([]);
    expect((await ask("/documents?from=yesterday", { as: mine })).text).toContain("A day is written as");
  });

  test("goes on where a page ends", async () => {
    const mine = await service.newOrganization();
    for (let i = 0; i < 26; i++) await mine.upload({ file: "%PDF-1.4 not really", name: `file-${i}.pdf` });
    const first = await ask("/documents?verdict=failed", { as: mine });
    const next = /href="(\/documents\?[^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(next).toContain("verdict=failed");
    const second = await ask(next, { as: mine });
    expect(second.text).toContain("file-0.pdf");
    expect(second.text).not.toContain("file-25.pdf");
  });
});

test("deleting says what is lost, and then all of it is gone", async () => {
  const id = await uploaded(EDITED);
  expect((await ask(`/documents/${id}/delete`)).text).toContain("Lost at once and for good");
  expect((await ask(`/documents/${id}/delete`, { method: "POST" })).headers.get("Location")).toBe("/documents");
  for (const address of ["", "/pictures/1.png", "/original"]) {
    expect((await ask(`/documents/${id}${address}`)).status).toBe(404);
  }
});
