// The life of a document as its caller sees it: states, verdicts, failures, what each costs, and deletion.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Document, Failure, Outcome } from "../../src/report.ts";
import { completed, type EngineByHand, engineByHand, failed, signal } from "../engine-by-hand.ts";
import { type ErrorAnswer, openService, type TestService } from "../harness.ts";
import { pdf } from "../pdf.ts";

const WAIT = 150;

let engine: EngineByHand;
let service: TestService;

beforeAll(async () => {
  engine = engineByHand();
  service = await openService({ engine });
});
afterAll(() => service.close());

/** Uploads one file and lets its analysis end so. */
async function judged(outcome: Outcome) {
  const organization = await service.newOrganization({ checks: 1 });
  const answer = organization.upload();
  (await engine.next()).end(outcome);
  return { organization, ...(await answer) };
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(service.folder, "files"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test("an upload waits 20 seconds for its analysis", () => {
  expect(service.services.waitMilliseconds).toBe(20_000);
});

describe("a document whose analysis takes longer than the wait", () => {
  test("is answered with 202 while it is processing, then with its result", async () => {
    const organization = await service.newOrganization({ checks: 1 });
    const begin = performance.now();
    const first = await service.withWait(WAIT, () => organization.upload({ external_id: "late" }));
    expect(performance.now() - begin).toBeGreaterThanOrEqual(WAIT);
    expect([first.status, first.headers.get("Retry-After")]).toEqual([202, "3"]);
    expect(first.body).toMatchObject({
      status: "processing",
      external_id: "late",
      file: { name: "statement.pdf", size_bytes: pdf().length, pages: null, document_class: null },
      verdict: null,
      basis: null,
      reference_match: null,
      score: null,
      tamper_score: null,
      integrity_score: null,
      confidence: null,
      summary: null,
      signals: [],
      engine: null,
      error: null,
    });

    const polled = await organization.get(`/documents/${first.body.id}`);
    expect([polled.status, polled.headers.get("Retry-After")]).toEqual([202, "3"]);
    expect(polled.body).toEqual(first.body);
    expect(await organization.usage()).toMatchObject({ used: 1, remaining: 0 });

    (await engine.next()).end(completed());
    await expect.poll(async () => (await organization.get(`/documents/${first.body.id}`)).status).toBe(200);
    const { body } = await organization.get(`/documents/${first.body.id}`);
    expect(body).toMatchObject({ id: first.body.id, status: "completed", verdict: "inconclusive", score: 68 });
  });

  test("is answered as soon as the analysis ends, not after the whole wait", async () => {
    await service.withWait(600_000, async () => expect((await judged(completed())).status).toBe(200));
  });
});

describe("verdicts", () => {
  type Completed = Extract<Outcome, { status: "completed" }>;
  const scored = signal();
  const template = { issuer: "example-bank", references: 12, attack_tested: false };

  test.each<[string, Parameters<typeof completed>[0] & object]>([
    ["authentic by its signature", { verdict: "authentic", basis: "signature", score: 97 }],
    [
      "authentic by its template",
      { verdict: "authentic", basis: "reference_match", score: 90, reference_match: template },
    ],
    ["inconclusive", {}],
    ["suspicious by its findings", { verdict: "suspicious", basis: "negative", score: 40, signals: [scored] }],
    ["tampered", { verdict: "tampered", basis: "negative", score: 7, tamper_score: 0.99, signals: [scored] }],
    ["a picture", { verdict: "suspicious", basis: "image_container", score: null, document_class: "raster" }],
    [
      "a scan with text",
      { verdict: "inconclusive", basis: "image_container", score: null, document_class: "scanned_with_text_layer" },
    ],
    [
      "a picture with findings",
      { verdict: "tampered", basis: "negative", score: 12, document_class: "raster", signals: [scored] },
    ],
    ["a basis that is new", { basis: "issuer_confirmation" as Completed["basis"] }],
  ])("%s: every field as the engine gave it, and one check spent", async (_what, part) => {
    const outcome = completed(part) as Completed;
    const { status, body, organization } = await judged(outcome);
    expect(status).toBe(200);
    const { file, ...rest } = outcome;
    expect(body).toMatchObject({ ...rest, file: { pages: file.pages, document_class: file.document_class } });
    // The service names the file by what it received, not by what the engine says.
    expect(body.file.size_bytes).toBe(pdf().length);
    expect(await organization.usage()).toEqual({
      object: "usage",
      allowance: 1,
      used: 1,
      remaining: 0,
      api_documents: 1,
    });
  });

  test("unsupported: completed, and the check given back", async () => {
    const outcome = completed({ verdict: "unsupported", score: null, document_class: "no_text_layer" });
    const { status, body, organization } = await judged(outcome);
    expect([status, body.status, body.verdict, body.score]).toEqual([200, "completed", "unsupported", null]);
    expect(await organization.usage()).toMatchObject({ used: 0, remaining: 1, api_documents: 1 });
  });

  test("findings keep their order, their places and the fields they do not have", async () => {
    const signals = [
      signal({ page: 2, bbox: [72, 700.25, 130.5, 712], field: "Total", old_value: "10.00", new_value: "90.00" }),
      signal({ id: "document_id_matches", kind: "integrity", severity: null, scored: false, evidence: "NUL: \0" }),
    ];
    const { body } = await judged(completed({ signals }));
    expect(body.signals).toEqual(signals);
    expect(Object.keys(body.signals[1] ?? {})).not.toContain("page");
  });

  test("findings too many for a row are kept beside the file, and go with it", async () => {
    const before = (await storedFiles()).length;
    const signals = Array.from({ length: 1000 }, (_, page) =>
      signal({ page: page + 1, evidence: `object ${page} 0 R` }),
    );
    const { body, organization } = await judged(completed({ signals }));
    expect(body.signals).toEqual(signals);
    expect((await organization.get<{ data: Document[] }>("/documents")).body.data[0]?.signals).toEqual(signals);
    expect((await storedFiles()).length).toBe(before + 2);
    await organization.delete(`/documents/${body.id}`);
    expect((await storedFiles()).length).toBe(before);
  });

  test("a summary that quotes what no database can hold is kept all the same", async () => {
    const { body } = await judged(completed({ summary: "The label reads \0." }));
    expect(body.summary).toBe("The label reads \uFFFD.");
  });
});

describe("failed documents", () => {
  test.each<Failure["code"]>(["password_required", "not_a_pdf", "file_too_large", "too_many_pages", "engine_error"])(
    "%s: the request succeeds, the document says why, the check is given back",
    async (code) => {
      const { status, body, organization } = await judged(failed(code, "Why."));
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: "failed", error: { code, message: "Why." }, verdict: null, engine: null });
      expect(await organization.usage()).toMatchObject({ used: 0, remaining: 1, api_documents: 1 });
      const read = await organization.get(`/documents/${body.id}`);
      expect([read.status, read.body]).toEqual([200, body]);
    },
  );

  test("an engine that breaks fails its document and tells the client nothing of it", async () => {
    const organization = await service.newOrganization();
    const answer = organization.upload();
    (await engine.next()).break(new Error("at /secret/path"));
    const { body } = await answer;
    expect(body.error).toEqual({
      code: "engine_error",
      message: "The analysis could not be completed; send the document again.",
    });
    expect(service.logged.find(({ event }) => event === "analysis_failed")?.error).toContain("states.test");
    expect(JSON.stringify(service.logged)).not.toContain("/secret/path");
  });
});

describe("deleting", () => {
  test("removes the document, its file and its result at once; the check stays spent", async () => {
    const before = await storedFiles();
    const { body, organization } = await judged(completed());
    expect((await storedFiles()).length).toBe(before.length + 1);
    const { status, body: deleted } = await organization.delete(`/documents/${body.id}`);
    expect([status, deleted]).toEqual([200, { id: body.id, object: "document", deleted: true }]);
    expect(await storedFiles()).toEqual(before);
    for (const method of ["GET", "DELETE"]) {
      const gone = (await organization.request(`/documents/${body.id}`, { method })) as ErrorAnswer;
      expect([gone.status, gone.body.error.code]).toEqual([404, "not_found"]);
    }
    expect((await organization.get<{ data: [] }>("/documents")).body.data).toEqual([]);
    expect(await organization.usage()).toMatchObject({ used: 1, remaining: 0, api_documents: 1 });
  });

  test("a processing document cancels its analysis; nothing is kept and the check is used", async () => {
    const before = await storedFiles();
    const organization = await service.newOrganization({ checks: 1 });
    const uploaded = organization.upload();
    const analysis = await engine.next();
    expect(await readFile(analysis.path)).toEqual(pdf());
    const id = (await organization.get<{ data: Document[] }>("/documents")).body.data[0]?.id;
    expect((await organization.delete(`/documents/${id}`)).status).toBe(200);
    expect(analysis.aborted).toBe(true);
    // The upload was accepted; what became of it says the next question.
    expect((await uploaded).status).toBe(202);
    expect((await organization.get(`/documents/${id}`)).status).toBe(404);
    expect(await storedFiles()).toEqual(before);
    expect(await organization.usage()).toMatchObject({ used: 1, remaining: 0 });
  });

  test("twice at once answers 200 once and 404 once", async () => {
    const { body, organization } = await judged(completed());
    const answers = await Promise.all([1, 2].map(() => organization.delete(`/documents/${body.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

test("after 30 days a document can no longer be seen, swept or not", async () => {
  const { body, organization } = await judged(completed());
  service.advance({ days: 30, seconds: -1 });
  expect((await organization.get(`/documents/${body.id}`)).status).toBe(200);
  service.advance({ seconds: 1 });
  expect((await organization.get(`/documents/${body.id}`)).status).toBe(404);
  expect((await organization.delete(`/documents/${body.id}`)).status).toBe(404);
  expect((await organization.get<{ data: [] }>("/documents")).body.data).toEqual([]);
});
