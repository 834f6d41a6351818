// What the whole service answers about files that say plainly what they are: the engine is the real one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { openService, type TestService } from "../harness.ts";
import { lockedPdf, pdf } from "../pdf.ts";

let service: TestService;

beforeAll(async () => {
  service = await openService({ engine: await openEngine({ size: 1 }) });
});
afterAll(() => service.close());

/** The document, and whether it cost a check. */
async function judged(file: Uint8Array | string) {
  const organization = await service.newOrganization({ checks: 1 });
  const { status, body } = await organization.upload({ file });
  expect(status).toBe(200);
  return { ...body, charged: (await organization.usage()).used === 1 };
}

test("an ordinary unsigned file with nothing wrong: inconclusive, no findings, charged", async () => {
  const document = await judged(pdf({ pages: 3 }));
  expect(document).toMatchObject({
    status: "completed",
    file: { pages: 3, document_class: "born_digital" },
    verdict: "inconclusive",
    basis: "inconclusive",
    reference_match: null,
    signals: [],
    error: null,
    charged: true,
  });
  expect(document.score).toBeGreaterThanOrEqual(56);
  expect(document.score).toBeLessThanOrEqual(80);
  expect(document.summary).not.toBe("");
});

test("a page without text or picture: unsupported, no score, not charged", async () => {
  const document = await judged(
    pdf({ text: "" })
      .toString("latin1")
      .replace(/\(, page \d\) Tj/, (shown) => " ".repeat(shown.length)),
  );
  expect(document).toMatchObject({ status: "completed", verdict: "unsupported", score: null, charged: false });
});

describe("a file that cannot be analysed is a failed document, not charged", () => {
  test.each<[string, string, Uint8Array | string]>([
    ["that needs a password", "password_required", lockedPdf()],
    ["that only claims to be a PDF", "not_a_pdf", "%PDF-1.7\nnothing of the kind\n"],
    ["of 101 pages", "too_many_pages", pdf({ pages: 101 })],
    [
      "of 101 pages that says it has one",
      "too_many_pages",
      pdf({ pages: 101 }).toString("latin1").replace("/Count 101", "/Count 1  "),
    ],
  ])("%s", async (_what, code, file) => {
    const document = await judged(file);
    expect(document).toMatchObject({ status: "failed", error: { code }, verdict: null, score: null, charged: false });
    expect(document.error?.message).not.toBe("");
  });

  test("but one of 100 pages is", async () => {
    expect(await judged(pdf({ pages: 100 }))).toMatchObject({ status: "completed", file: { pages: 100 } });
  });
});

test("the same bytes give the same result, byte for byte", async () => {
  const [one, other] = [await judged(pdf()), await judged(pdf())];
  for (const document of [one, other]) Object.assign(document, { id: "", report_url: "" });
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});
