// The reading of an upload under hostile bodies: always an answer, never more than a client's fault, nothing left behind.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ApiError } from "../../src/errors.ts";
import { receiveUpload } from "../../src/routes/multipart.ts";

// Files open late, as on a busy machine: some uploads are over before theirs is open.
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const open = (...args: Parameters<typeof fs.open>) => void setTimeout(() => fs.open(...args), 1);
  const createWriteStream = (path: string, options: object) =>
    fs.createWriteStream(path, { ...options, fs: { ...fs, open } });
  return { ...fs, createWriteStream };
});

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-multipart-"));
  server = createServer(async (incoming, outgoing) => {
    try {
      const { path } = await receiveUpload(incoming, folder);
      await rm(path);
      outgoing.end("received");
    } catch (error) {
      outgoing.end(error instanceof ApiError ? error.code : `fault of ours: ${(error as Error).stack}`);
    }
    incoming.resume();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const BODY = [
  '--XX\r\nContent-Disposition: form-data; name="external_id"\r\nContent-Type: text/plain; charset=utf-16\r\n\r\nabc\r\n',
  '--XX\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{"a":1}\r\n',
  "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename*=utf-8''a%20b.pdf\r\n",
  `Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n%PDF-1.4\n${"x".repeat(300)}\r\n`,
  '--XX\r\nContent-Disposition: form-data; name="other"; filename="q"\r\n\r\nzzz\r\n--XX--\r\n',
].join("");

const TOKENS = [
  "\r\n",
  "--XX",
  "--XX--",
  "\r",
  "\n",
  '"',
  ";",
  "filename=",
  "name=",
  "\0",
  "charset=foo",
  "%ZZ",
  "*",
  ":",
];

/** The same numbers in every run (a linear congruential generator, the constants of ANSI C). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

function damaged(random: (below: number) => number): Buffer {
  let body = Buffer.from(BODY);
  for (let damage = random(6); damage >= 0 && body.length > 2; damage--) {
    const at = random(body.length);
    const [before, after] = [body.subarray(0, at), body.subarray(at)];
    const token = Buffer.from(TOKENS[random(TOKENS.length)] ?? "");
    const kinds = [
      () => Buffer.concat([before, Buffer.from([random(256)]), after.subarray(1)]),
      () => Buffer.concat([before, after.subarray(random(30))]),
      () => Buffer.concat([before, token, after]),
      () => (random(5) === 0 ? before : body),
    ];
    body = kinds[random(kinds.length)]?.() ?? body;
  }
  return body;
}

async function send(body: Buffer): Promise<string> {
  const headers = { "Content-Type": "multipart/form-data; boundary=XX" };
  const answer = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout(10_000) });
  return answer.text();
}

test("a thousand damaged bodies are received or refused, and none is a fault of ours", async () => {
  const random = numbersFrom(20_261_120);
  const outcomes = new Set<string>();
  for (let round = 0; round < 1000; round++) {
    const body = damaged(random);
    const outcome = await send(body);
    expect(["received", "invalid_request", "not_a_pdf"], body.toString("latin1")).toContain(outcome);
    outcomes.add(outcome);
  }
  expect(outcomes.size).toBe(3);
  expect(await readdir(folder)).toEqual([]);
});
