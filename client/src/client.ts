// The client: a call for each thing the API does, and for what callers make of them, waiting and going through a list.
import { ConnectionError } from "./errors.ts";
import type { DeletedDocument, Document, DocumentList, Usage } from "./schema.ts";
import { type Answer, type Request, secondsAsked, send, type Transport } from "./transport.ts";

export type Settings = {
  key: string;
  /** Of the service, such as https://assay.example.com. */
  url: string;
  /** Attempts after the first where a fault may pass, 4 unless set. */
  retries?: number;
  /** Of one attempt, 60 seconds unless set: an upload is answered within 20 and the time it takes to send. */
  timeoutMilliseconds?: number;
  /** Instead of the global one. */
  fetch?: typeof fetch;
  /** Instead of a timer. */
  sleep?: Transport["sleep"];
};

export type Upload = {
  /** The bytes; a File has its name with it. */
  file: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer;
  name?: string;
  /** Your reference; a filter of the list. */
  externalId?: string;
  /** Returned as sent. */
  metadata?: Record<string, unknown>;
  /** A key of your own where a restart of your program may repeat the upload; else each call makes one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

type Abortable = { signal?: AbortSignal };
export type Waiting = Abortable & { timeoutMilliseconds?: number };
export type Listing = Abortable & { externalId?: string; pageSize?: number };

/** A document whose analysis has ended. */
export type EndedDocument = Document & { status: "completed" | "failed" };

const POLL_MILLISECONDS = 3000;

export class Assay {
  readonly #transport: Transport;

  constructor({
    key,
    url,
    retries = 4,
    timeoutMilliseconds = 60_000,
    fetch = globalThis.fetch,
    sleep = timer,
  }: Settings) {
    const api = `${new URL(url).href.replace(/\/+$/, "")}/api/v1`;
    this.#transport = { key, url: api, retries, timeoutMilliseconds, fetch, sleep };
  }

  /**
   * Sends a file; the answer may still be processing. Repeated as it is after a fault, which stores and charges it once,
   * for every attempt carries one Idempotency-Key.
   */
  async upload({
    file,
    name,
    externalId,
    metadata,
    idempotencyKey = crypto.randomUUID(),
    signal,
  }: Upload): Promise<Document> {
    const blob = file instanceof Blob ? file : new Blob([file]);
    const called = name ?? (typeof File !== "undefined" && file instanceof File ? file.name : "document.pdf");
    const body = () => {
      const form = new FormData();
      if (externalId !== undefined) form.set("external_id", externalId);
      if (metadata !== undefined) form.set("metadata", JSON.stringify(metadata));
      form.set("file", blob, called);
      return form;
    };
    const headers = { "idempotency-key": idempotencyKey };
    return document(await this.#send({ method: "POST", path: "/documents", headers, body, signal }));
  }

  /** The same, and waits until the analysis has ended. */
  async check({ timeoutMilliseconds, ...upload }: Upload & Waiting): Promise<EndedDocument> {
    const sent = await this.upload(upload);
    if (isEnded(sent)) return sent;
    return this.wait(sent.id, {
      ...(upload.signal && { signal: upload.signal }),
      ...(timeoutMilliseconds && { timeoutMilliseconds }),
    });
  }

  async document(id: string, { signal }: Abortable = {}): Promise<Document> {
    return document(await this.#retrieve(id, signal));
  }

  /** Asks, as often as the service wishes, until the analysis has ended; rejects with ConnectionError after ten minutes. */
  async wait(id: string, { signal, timeoutMilliseconds = 600_000 }: Waiting = {}): Promise<EndedDocument> {
    const until = Date.now() + timeoutMilliseconds;
    for (;;) {
      const answer = await this.#retrieve(id, signal);
      const found = document(answer);
      if (isEnded(found)) return found;
      const pause = secondsAsked(answer.headers) ?? POLL_MILLISECONDS;
      if (Date.now() + pause > until)
        throw new ConnectionError(`${id} was still processing after ${timeoutMilliseconds} ms.`);
      await this.#transport.sleep(pause, signal);
    }
  }

  /** All documents, newest first; pages are fetched as they are reached. */
  async *documents({ externalId, pageSize, signal }: Listing = {}): AsyncGenerator<Document, void, void> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams();
      if (pageSize !== undefined) query.set("limit", String(pageSize));
      if (externalId !== undefined) query.set("external_id", externalId);
      if (cursor !== null) query.set("cursor", cursor);
      const { body }: Answer = await this.#send({ method: "GET", path: `/documents?${query}`, signal });
      const page = body as DocumentList;
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  /** Deletes it for good, with its file. */
  async delete(id: string, { signal }: Abortable = {}): Promise<DeletedDocument> {
    await this.#send({ method: "DELETE", path: `/documents/${encodeURIComponent(id)}`, signal });
    return { id, object: "document", deleted: true };
  }

  /** Checks granted, spent and left. */
  async usage({ signal }: Abortable = {}): Promise<Usage> {
    const { body } = await this.#send({ method: "GET", path: "/usage", signal });
    return body as Usage;
  }

  #retrieve(id: string, signal: AbortSignal | undefined): Promise<Answer> {
    return this.#send({ method: "GET", path: `/documents/${encodeURIComponent(id)}`, signal });
  }

  async #send(request: Request): Promise<Answer> {
    const answer = await send(this.#transport, request);
    if (typeof answer.body === "object" && answer.body !== null) return answer;
    throw new ConnectionError(`The answer to ${request.method} ${request.path} is not one of assay.`);
  }
}

function document({ body }: Answer): Document {
  return body as Document;
}

export function isEnded(document: Document): document is EndedDocument {
  return document.status !== "processing";
}

function timer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timeout);
      reject(signal?.reason);
    };
    const timeout = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
