// POST /documents, the main way with the real engine, and every rule about what may be sent.
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { Document } from "../../src/report.ts";
import { type ErrorAnswer, type Organization, openService, type TestService, type Upload } from "../harness.ts";
import { pdf } from "../pdf.ts";
import { describeAccess } from "./access.ts";

const MIB = 1024 * 1024;

let service: TestService;

beforeAll(async () => {
  service = await openService({ engine: await openEngine({ size: 1 }) });
});
afterAll(() => service.close());

/** A file of exactly that many bytes that begins like a PDF. */
function fileOf(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, 0x20);
  file.write("%PDF-1.4\n");
  return file;
}

async function refused(organization: Organization, upload: Upload, status: number, code: string): Promise<string> {
  const answer = (await organization.upload(upload)) as unknown as ErrorAnswer;
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  expect(answer.body.error.request_id).toBe(answer.headers.get("X-Request-Id"));
  await expectNothingKept(organization);
  return answer.body.error.message;
}

async function expectNothingKept(organization: Organization): Promise<void> {
  expect(await organization.usage()).toMatchObject({ used: 0, api_documents: 0 });
  expect((await organization.get<{ data: unknown[] }>("/documents")).body.data).toEqual([]);
  expect(await readdir(service.services.uploads)).toEqual([]);
}

describeAccess(() => service, "POST", "/documents");

describe("an upload that the engine judges in time", () => {
  test("is answered with every field of the document", async () => {
    const organization = await service.newOrganization();
    const file = pdf({ text: "Closing balance 990.10" });
    const answer = await organization.upload({
      file,
      name: "march.pdf",
      external_id: "case-17",
      metadata: '{"branch": "Graz"}',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("Retry-After")).toBe(false);
    const document = Document.strict().parse(answer.body);
    expect(document).toMatchObject({
      object: "document",
      status: "completed",
      external_id: "case-17",
      metadata: { branch: "Graz" },
      created_at: service.services.clock().toISOString(),
      file: { name: "march.pdf", size_bytes: file.length, sha256: createHash("sha256").update(file).digest("hex") },
      report_url: `https://assay.test/documents/${document.id}`,
      error: null,
    });
    expect(document.id).toMatch(/^doc_[0-9A-Za-z]{24}$/);
    expect(document.verdict).not.toBeNull();
    expect(document.engine?.version).toMatch(/^\d/);
  });

  test("reads the same when it is retrieved, listed and sent again", async () => {
    const organization = await service.newOrganization();
    const { body } = await organization.upload();
    expect((await organization.get(`/documents/${body.id}`)).body).toEqual(body);
    expect((await organization.get<{ data: Document[] }>("/documents")).body.data).toEqual([body]);
    const again = await organization.upload();
    expect(again.body).toEqual({ ...body, id: again.body.id, report_url: again.body.report_url });
    expect(again.body.id).not.toBe(body.id);
  });

  test("has neither reference nor metadata when none was sent, or empty ones", async () => {
    const organization = await service.newOrganization();
    for (const upload of [{}, { external_id: "", metadata: "" }]) {
      expect((await organization.upload(upload)).body).toMatchObject({ external_id: null, metadata: {} });
    }
  });
});

describe("the file", () => {
  test.each([
    ["text", "Opening balance", "text.pdf"],
    ["nothing", "", "empty.pdf"],
    ["a picture named .pdf", Buffer.from("ffd8ffe000104a464946", "hex"), "scan.pdf"],
    ["the mark of a PDF one byte too late", `${" ".repeat(1020)}%PDF-1.4`, "late.pdf"],
  ])("is refused when it is %s", async (_what, file, name) => {
    await refused(await service.newOrganization(), { file, name }, 400, "not_a_pdf");
  });

  test("is known by its bytes: not by its name, and the mark may stand anywhere in the first 1,024", async () => {
    const organization = await service.newOrganization();
    expect((await organization.upload({ name: "statement.txt" })).status).toBe(200);
    expect((await organization.upload({ file: `${" ".repeat(1019)}%PDF-1.4` })).status).toBe(200);
  });

  test("may have 10 MB to the byte", async () => {
    const organization = await service.newOrganization();
    const file = fileOf(10 * MIB);
    const { status, body } = await organization.upload({ file });
    expect(status).toBe(200);
    expect(body.file).toMatchObject({
      size_bytes: 10_485_760,
      sha256: createHash("sha256").update(file).digest("hex"),
    });
  });

  test.each([
    ["one byte more", fileOf(10 * MIB + 1)],
    ["much more, so that its announced length says it all", fileOf(12 * MIB)],
    ["more and no PDF", Buffer.alloc(10 * MIB + 1)],
  ])("is refused with %s", async (_what, file) => {
    await refused(await service.newOrganization(), { file }, 413, "file_too_large");
  });

  test.each([
    ["fast", 40, 0],
    // The answer comes after 11 of them; a sender on a slow line still has to find it.
    ["slow", 20, 100],
  ])("is cut off while it streams in, and the connection stays usable: %s", async (_what, mebibytes, pause) => {
    const organization = await service.newOrganization();
    const answers = await overOneConnection(organization, endlessUpload(mebibytes), pause, "GET /api/v1/usage");
    expect(answers).toEqual([413, 200]);
    await expectNothingKept(organization);
  });

  test.each([
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\a\\slip.pdf", "slip.pdf"],
    ["Kontoauszug März.pdf", "Kontoauszug März.pdf"],
    ["a\u0007b\u0085c.pdf", "abc.pdf"],
    ["slip\u202Efdp.exe\u200B\uFEFF.pdf", "slipfdp.exe.pdf"],
    ['the "first" slip.pdf', 'the "first" slip.pdf'],
    ["", "document.pdf"],
    ["folder/", "document.pdf"],
    ["😀".repeat(300), "😀".repeat(255)],
  ])("keeps of its name %j only %j", async (name, kept) => {
    const organization = await service.newOrganization();
    expect((await organization.upload({ name })).body.file.name).toBe(kept);
  });
});

describe("external_id", () => {
  test("may have 191 characters, counted as people count them", async () => {
    const organization = await service.newOrganization();
    const external_id = `${"€😀".repeat(95)}x`;
    expect((await organization.upload({ external_id })).body.external_id).toBe(external_id);
  });

  test.each([
    ["192 characters", "x".repeat(192)],
    ["far too many", "x".repeat(50_000)],
    ["NUL", "a\0b"],
  ])("is refused with %s", async (_what, external_id) => {
    const organization = await service.newOrganization();
    expect(await refused(organization, { external_id }, 400, "invalid_request")).toContain("external_id");
  });
});

describe("metadata", () => {
  const padded = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

  test.each([
    ["2,048 bytes", padded(2048)],
    ["32 levels", nested(32)],
    ["keys that mean something to JavaScript", '{"__proto__":{"admin":true},"constructor":1,"toString":null}'],
    ["numbers beyond a double", '{"order":12345678901234567890,"rate":1.10,"big":1e400}'],
    ["NUL and half a surrogate pair in escapes", '{"a":"\\u0000","b":"\\ud800"}'],
  ])("is returned as it was sent: %s", async (_what, metadata) => {
    const organization = await service.newOrganization();
    const { body } = await organization.upload({ metadata });
    const text = await (
      await fetch(`${service.url}/api/v1/documents/${body.id}`, {
        headers: { Authorization: `Bearer ${organization.key}` },
      })
    ).text();
    expect(text).toContain(`"metadata":${metadata}`);
  });

  test.each([
    ["2,049 bytes", padded(2049)],
    ["2,049 bytes in fewer characters", `{"a":"${"é".repeat(1021)}"}`],
    ["far too long", padded(100_000)],
    ["33 levels", nested(33)],
    ["an array", "[1]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["no JSON", "{branch: Graz}"],
  ])("is refused: %s", async (_what, metadata) => {
    const organization = await service.newOrganization();
    expect(await refused(organization, { metadata }, 400, "invalid_request")).toContain("metadata");
  });
});

describe("the form", () => {
  type Body = FormData | string;

  async function send(organization: Organization, body: Body, contentType?: string): Promise<ErrorAnswer> {
    const headers = contentType === undefined ? {} : { "Content-Type": contentType };
    return (await organization.request("/documents", { method: "POST", body, headers })) as ErrorAnswer;
  }

  function form(...parts: [name: string, value: string | Blob, fileName?: string][]): FormData {
    const body = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === "string") body.append(name, value);
      else body.append(name, value, fileName);
    }
    return body;
  }

  const file = () => new Blob([Buffer.from(pdf())]);

  test.each<[string, Body, string | undefined, string]>([
    ["without a file", form(["external_id", "x"]), undefined, "file"],
    ["with two files", form(["file", file(), "a.pdf"], ["file", file(), "b.pdf"]), undefined, "file"],
    ["with a file that is no file", form(["file", "%PDF-1.4"]), undefined, "file"],
    [
      "with a file for metadata",
      form(["metadata", file(), "a.json"], ["file", file(), "a.pdf"]),
      undefined,
      "metadata",
    ],
    [
      "with two references",
      form(["external_id", "a"], ["external_id", "b"], ["file", file(), "a.pdf"]),
      undefined,
      "external_id",
    ],
    ["of JSON", "{}", "application/json", "multipart/form-data"],
    ["of form-urlencoded", "file=x", "application/x-www-form-urlencoded", "multipart/form-data"],
    ["with a hand-written header", "--x\r\n", "multipart/form-data", "boundary"],
    ["that is empty", "", "multipart/form-data; boundary=x", "multipart"],
    [
      "that breaks off",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-',
      "multipart/form-data; boundary=x",
      "multipart",
    ],
    [
      "with a part of no name cut off",
      '--x\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\nabc',
      "multipart/form-data; boundary=x",
      "multipart",
    ],
    ["with a boundary of 10,000 characters", "--x", `multipart/form-data; boundary=${"x".repeat(10_000)}`, "boundary"],
  ])("%s is refused and the fault named", async (_what, body, contentType, named) => {
    const organization = await service.newOrganization();
    const answer = await send(organization, body, contentType);
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_request"]);
    expect(answer.body.error.message).toContain(named);
    await expectNothingKept(organization);
  });

  test("may have other fields and files, which are ignored", async () => {
    const organization = await service.newOrganization();
    const body = form(
      ["note", "x".repeat(20_000)],
      ["copy", file(), "b.pdf"],
      ["file", file(), "a.pdf"],
      ["__proto__", "1"],
    );
    expect((await send(organization, body)).status).toBe(200);
  });

  test("with a thousand parts is refused", async () => {
    const organization = await service.newOrganization();
    const parts = Array.from({ length: 1000 }, (_, index) => [`part${index}`, "x"] as [string, string]);
    expect((await send(organization, form(...parts))).status).toBe(400);
    await expectNothingKept(organization);
  });

  test("that its sender abandons leaves nothing behind", async () => {
    const organization = await service.newOrganization();
    await abandonedUpload(organization);
    await expect.poll(() => readdir(service.services.uploads)).toEqual([]);
    await expectNothingKept(organization);
  });
});

test("storage that fails costs the client nothing but a 500 that says nothing", async () => {
  const organization = await service.newOrganization();
  const { storage } = service.services;
  service.services.storage = {
    ...storage,
    put: () => Promise.reject(Object.assign(new Error("full: /secret/path"), { code: "ENOSPC" })),
  };
  try {
    expect(await refused(organization, {}, 500, "internal_error")).not.toContain("secret");
  } finally {
    service.services.storage = storage;
  }
  expect(service.logged.find(({ event }) => event === "request_failed")?.error).toMatch(/^Error ENOSPC\n/);
  expect(JSON.stringify(service.logged)).not.toContain("/secret/path");
});

/** A chunked upload that never says how long it is going to be. */
function* endlessUpload(mebibytes: number): Iterable<Buffer> {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n');
  const chunk = Buffer.alloc(MIB, 0x20);
  for (let sent = 0; sent < mebibytes; sent++) yield chunk;
  yield Buffer.from("\r\n--x--\r\n");
}

/** Sends the whole upload, chunk after chunk, and then a second request; returns the status of both answers. */
async function overOneConnection(
  organization: Organization,
  body: Iterable<Buffer>,
  pause: number,
  next: string,
): Promise<number[]> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const write = (data: Buffer | string) => new Promise<void>((done) => socket.write(data, () => done()));
  const headers = `Host: localhost\r\nAuthorization: Bearer ${organization.key}\r\n`;
  await write(
    `POST /api/v1/documents HTTP/1.1\r\n${headers}Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  for (const chunk of body) {
    await write(`${chunk.length.toString(16)}\r\n`);
    await write(chunk);
    await write("\r\n");
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  await write(`0\r\n\r\n${next} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
  await new Promise((done) => socket.on("close", done));
  return [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

async function abandonedUpload(organization: Organization): Promise<void> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.write(
    `POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${organization.key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n${" ".repeat(50_000)}`,
  );
  await expect.poll(async () => (await readdir(service.services.uploads)).length).toBe(1);
  socket.destroy();
}
