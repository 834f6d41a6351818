// Receives an upload: multipart/form-data (RFC 7578) read as it streams in, the file counted, hashed and written to
// disk on the way. Nothing of a file is kept in memory but its first kilobyte.
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { externalIdFault } from "../documents/external-id.ts";
import { metadataFault } from "../documents/metadata.ts";
import type { Upload } from "../documents/submit.ts";
import { ApiError } from "../errors.ts";

const FILE_BYTES = 10 * 1024 * 1024;
/** For boundaries, part headers and the fields beside the file. */
const OTHER_BYTES = 1024 * 1024;
/** Beyond what any field may hold, so that a longer one is seen to be too long. */
const FIELD_BYTES = 8 * 1024;
const PARTS = 100;
const PDF_MARK = "%PDF-";
const MARK_WITHIN = 1024;
const FILE_NAME_CHARACTERS = 255;

interface Form {
  file?: { name: string; stream: BusboyFileStream; saved: Promise<Saved> };
  externalId?: string;
  metadata?: string;
}

interface Saved {
  sizeBytes: number;
  sha256: string;
  isPdf: boolean;
}

/** The caller owns the file at `path` afterwards. When this throws, nothing is left behind. */
export async function receiveUpload(
  incoming: IncomingMessage,
  folder: string,
): Promise<Omit<Upload, "idempotencyKey" | "source">> {
  if (Number(incoming.headers["content-length"] ?? 0) > FILE_BYTES + OTHER_BYTES) throw new ApiError("file_too_large");
  const path = join(folder, randomUUID());
  const form: Form = {};
  try {
    await readForm(incoming, form, path);
    if (form.file === undefined) throw invalid("file is missing: a PDF, sent as a file part.");
    const { sizeBytes, sha256, isPdf } = await form.file.saved;
    if (!isPdf) throw new ApiError("not_a_pdf");
    // Sent empty is as good as not sent.
    return {
      path,
      name: form.file.name,
      sizeBytes,
      sha256,
      externalId: form.externalId || null,
      metadata: form.metadata || null,
    };
  } catch (fault) {
    form.file?.stream.destroy();
    await form.file?.saved.catch(() => undefined);
    await rm(path, { force: true });
    throw fault;
  }
}

/** Fills the form until its end or its first fault; after a fault the rest of the body is thrown away. */
async function readForm(incoming: IncomingMessage, form: Form, path: string): Promise<void> {
  const parser = openParser(incoming);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let over = false;
  const fail = (fault: unknown) => {
    over = true;
    reject(fault);
  };
  const step = (take: () => void) => {
    // What the parser still has in its buffers when a fault ends the reading goes nowhere.
    if (over) return;
    try {
      take();
    } catch (fault) {
      fail(fault);
    }
  };
  parser.on("file", (field, stream, name) => {
    // A part cut short is an error of the parser too; without a listener here it would end the process.
    stream.on("error", () => undefined);
    step(() => takeFile(form, field, stream, name, path, fail));
  });
  parser.on("field", (field, value, _nameCut, valueCut) => step(() => takeField(form, field, value, valueCut)));
  parser.on("partsLimit", () => fail(invalid("The form has too many parts.")));
  parser.on("error", () => fail(invalid("The multipart body cannot be read to its end.")));
  parser.on("finish", resolve);

  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > FILE_BYTES + OTHER_BYTES) fail(new ApiError("file_too_large"));
  };
  const brokenOff = () => {
    if (!incoming.complete) fail(invalid("The upload broke off."));
  };
  incoming.on("data", count).on("error", brokenOff).on("close", brokenOff);
  incoming.pipe(parser);
  try {
    await promise;
  } finally {
    incoming.off("data", count).off("error", brokenOff).off("close", brokenOff);
    incoming.unpipe(parser).resume();
  }
}

function openParser(incoming: IncomingMessage): BusboyInstance {
  const contentType = incoming.headers["content-type"] ?? "";
  const unreadable = invalid("The body must be multipart/form-data with its boundary in Content-Type.");
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw unreadable;
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      // A name is only recommended (RFC 7578, 4.2); a part that says it is more than text is a file without one.
      isPartAFile: (_field, type, name) => name !== undefined || type !== "text/plain",
      limits: { fileSize: FILE_BYTES, fieldSize: FIELD_BYTES, parts: PARTS, headerPairs: 50, headerSize: 16 * 1024 },
    });
  } catch {
    throw unreadable;
  }
}

function takeFile(
  form: Form,
  field: string,
  stream: BusboyFileStream,
  name: string | undefined,
  path: string,
  fail: (fault: unknown) => void,
): void {
  if (field === "external_id" || field === "metadata") throw invalid(`${field} must be a text field, not a file.`);
  if (field !== "file") {
    stream.resume();
    return;
  }
  if (form.file !== undefined) throw invalid("file must be sent once.");
  stream.on("limit", () => fail(new ApiError("file_too_large")));
  const saved = save(stream, path);
  // A full disk must not leave the client waiting for a form that nobody reads any more.
  saved.catch(fail);
  form.file = { name: fileName(name ?? ""), stream, saved };
}

function takeField(form: Form, field: string, value: string, cut: boolean): void {
  if (field === "file") throw invalid("file must be sent as a file part, not as text.");
  if (field === "external_id") {
    if (form.externalId !== undefined) throw invalid("external_id must be sent once.");
    refuse(cut ? "external_id is too long." : externalIdFault(value));
    form.externalId = value;
  }
  if (field === "metadata") {
    if (form.metadata !== undefined) throw invalid("metadata must be sent once.");
    refuse(cut ? "metadata is too long." : value === "" ? undefined : metadataFault(value));
    form.metadata = value;
  }
}

async function save(stream: BusboyFileStream, path: string): Promise<Saved> {
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (head.length < MARK_WITHIN) head = Buffer.concat([head, chunk.subarray(0, MARK_WITHIN - head.length)]);
      sizeBytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  // A pipeline that fails does not wait for a file still being opened, which would appear after its removal.
  const closed = new Promise<void>((resolve) => file.once("close", resolve));
  try {
    await pipeline(stream, measure, file);
  } finally {
    await closed;
  }
  return { sizeBytes, sha256: hash.digest("hex"), isPdf: head.includes(PDF_MARK) };
}

/**
 * The base name only, whichever system it comes from, without characters that are not seen: those that control, that turn
 * the direction, that have no width. Browsers write quotes and line ends as `%22`, `%0D`, `%0A` (WHATWG HTML, 4.10.21.8).
 */
function fileName(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? "";
  const written = base
    .toWellFormed()
    .replaceAll("%22", '"')
    .replaceAll(/%0[AD]/gi, "");
  const clean = written.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  return [...clean].slice(0, FILE_NAME_CHARACTERS).join("") || "document.pdf";
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw invalid(fault);
}

function invalid(message: string): ApiError {
  return new ApiError("invalid_request", message);
}
