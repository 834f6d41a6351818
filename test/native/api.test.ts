// What the package promises its users: forms of a file, options by name, errors by type, aborting, threads of its own.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  ArgumentError,
  analyze,
  analyzeSync,
  completed,
  EngineError,
  history,
  pageSheets,
  renderPage,
  setThreads,
  signatures,
  threads,
} from "@assay/engine";
import { afterEach, describe, expect, test } from "vitest";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const STATEMENT = fixture("statement-pdfkit/original.pdf");
const LOCKED = fixture("utility-pdfbox/password-needed.pdf");
/** Takes longer than the other fixtures, and yet only milliseconds. */
const LONG = fixture("many-pages/one-hundred.pdf");

const usual = threads();
afterEach(() => setThreads(usual));

describe("a file", () => {
  const bytes = readFileSync(STATEMENT);
  const buffer = Uint8Array.from(bytes).buffer;

  test.each([
    ["a file: URL", pathToFileURL(STATEMENT)],
    ["an ArrayBuffer", buffer],
    ["a Uint8Array that is a part of a larger one", Buffer.concat([Buffer.from("before"), bytes]).subarray(6)],
  ])("as %s", (_, file) => {
    expect(analyzeSync(file)).toEqual(analyzeSync(STATEMENT));
  });

  test("as a Blob, to all that may wait", async () => {
    const blob = new Blob([bytes]);
    expect(await analyze(blob)).toEqual(await analyze(STATEMENT));
    expect(await history(blob)).toEqual(await history(STATEMENT));
    expect(await signatures(blob)).toEqual(await signatures(STATEMENT));
    expect(await pageSheets(blob)).toEqual(await pageSheets(STATEMENT));
    // @ts-expect-error a Blob must be waited for
    expect(() => analyzeSync(blob)).toThrow(/a Blob is read asynchronously/);
  });

  test("as something else is refused, and what it was is told", async () => {
    const said = (file: unknown) => analyze(file as string).catch((error: unknown) => error as ArgumentError);
    const error = await said(5);
    expect(error).toBeInstanceOf(ArgumentError);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", argument: "file", name: "ArgumentError" });
    expect((await said(null)).toString()).toMatch(/not null\.$/);
    expect((await said([1, 2])).toString()).toMatch(/not an array of 2\.$/);
    expect((await said(new URL("https://example.com/a.pdf"))).toString()).toMatch(/https: is not read\.$/);
  });
});

describe("an option", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    [
      "unknown",
      () => analyze(STATEMENT, { pasword: "x" } as never),
      'analyze(): there is no option "pasword"; there are password, received, trust, signal.',
    ],
    [
      "of another function",
      () => history(STATEMENT, { trust: [] } as never),
      'history(): there is no option "trust"; there are password, signal.',
    ],
    [
      "inherited by name from Object",
      () => analyze(STATEMENT, { constructor: 1 } as never),
      'there is no option "constructor"',
    ],
    ["of another type", () => signatures(STATEMENT, { password: 12 } as never), '"password" must be a string, not 12.'],
    [
      "that is no certificate",
      () => analyze(STATEMENT, { trust: ["x"] } as never),
      '"trust" must be an array of Uint8Array',
    ],
    [
      "that is no date",
      () => analyze(STATEMENT, { received: new Date("x") }),
      '"received" must be a Date or a whole number of seconds',
    ],
    ["that is no page", () => renderPage(STATEMENT, { page: 1.5 }), '"page" must be a whole number, not 1.5.'],
    ["missing", () => renderPage(STATEMENT, {} as never), '"page" is missing.'],
    [
      "below another",
      () => renderPage(STATEMENT, { page: 1, beside: { pag: 2 } } as never),
      'there is no option "beside.pag"; there are marks, page, save.',
    ],
    [
      "of a mark",
      () => renderPage(STATEMENT, { page: 1, marks: [{ bbox: [1, 2, 3], colour: [0, 0, 0] }] } as never),
      '"marks[0].bbox" must be four numbers',
    ],
    [
      "of a mark, out of range",
      () => renderPage(STATEMENT, { page: 1, marks: [{ bbox: [1, 2, 3, 4], colour: [0, 0, 256] }] }),
      '"marks[0].colour" must be three whole numbers from 0 to 255',
    ],
    [
      "in something that holds none",
      () => analyze(STATEMENT, "password" as never),
      "options must be an object, not a string.",
    ],
    ["that is no signal", () => analyze(STATEMENT, { signal: {} } as never), '"signal" must be an AbortSignal'],
  ])("%s is refused by its name", async (_, ask, message) => {
    const error = await ask().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ArgumentError);
    expect(String(error)).toContain(message);
  });

  test("that is undefined is one that is not set", async () => {
    expect(await analyze(STATEMENT, { password: undefined, signal: undefined })).toEqual(analyzeSync(STATEMENT, null));
  });

  test("does not show a password in the error", async () => {
    const error = await analyze(STATEMENT, { password: ["secret"] } as never).catch(String);
    expect(error).not.toContain("secret");
  });

  test("received is a Date or its seconds", () => {
    const signed = fixture("invoice-weasyprint-signed/signed.pdf");
    const date = new Date("2026-03-01T00:00:00.900Z");
    expect(analyzeSync(signed, { received: date })).toEqual(
      analyzeSync(signed, { received: Math.floor(date.getTime() / 1000) }),
    );
  });

  test("setThreads takes a whole number from 1", () => {
    for (const count of [0, -1, 1.5, 2000]) expect(() => setThreads(count)).toThrow(ArgumentError);
    setThreads(3);
    expect(threads()).toBe(3);
  });
});

test("completed gives what was completed, and throws the failure as an error with its code", async () => {
  expect(completed(await analyze(STATEMENT)).verdict).toBe("inconclusive");
  const failed = await analyze(LOCKED);
  expect(() => completed(failed)).toThrow(EngineError);
  expect(failed).toMatchObject({ status: "failed", error: { code: "password_required" } });
  try {
    completed(failed);
  } catch (error) {
    expect(error).toMatchObject({ name: "EngineError", code: "password_required" });
  }
});

describe("an abort", () => {
  test("before the call rejects with its reason", async () => {
    await expect(analyze(STATEMENT, { signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
  });

  test("rejects at once what waits, and only that", async () => {
    setThreads(1);
    const order: string[] = [];
    const first = analyze(LONG).finally(() => order.push("first"));
    const controller = new AbortController();
    const dropped = Array.from({ length: 20 }, () => analyze(LONG, { signal: controller.signal }));
    const last = analyze(STATEMENT, { signal: controller.signal });
    const kept = analyze(STATEMENT);
    const refused = Promise.allSettled([...dropped, last]).then((settled) => {
      order.push("aborted");
      return settled;
    });
    controller.abort(new Error("enough"));
    for (const one of await refused) expect(one).toMatchObject({ status: "rejected", reason: { message: "enough" } });
    expect((await kept).status).toBe("completed");
    expect((await first).status).toBe("completed");
    expect(order).toEqual(["aborted", "first"]);
  });

  test("rejects what runs, too, with the reason of a timeout", async () => {
    // Hashing 128 MiB alone takes many times as long.
    const large = Buffer.concat([readFileSync(LONG), Buffer.alloc(128 << 20, " ")]);
    await expect(analyze(large, { signal: AbortSignal.timeout(10) })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("after the answer changes nothing", async () => {
    const controller = new AbortController();
    const outcome = await analyze(STATEMENT, { signal: controller.signal });
    controller.abort();
    expect(outcome.status).toBe("completed");
  });
});

describe("threads", () => {
  test("are the engine's own: 24 analyses do not hold up one readFile", async () => {
    let done = 0;
    const analyses = Array.from({ length: 24 }, () => analyze(LONG).then(() => done++));
    await readFile(STATEMENT);
    const before = done;
    await Promise.all(analyses);
    expect(done).toBe(24);
    // Behind the same four threads the file would be read after most of them.
    expect(before).toBeLessThan(12);
  });

  const run = (program: string) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      cwd: fileURLToPath(new URL("../../", import.meta.url)),
      timeout: 60_000,
    });
  const start = `import { analyze } from "@assay/engine";
    const all = Array.from({ length: 500 }, () => analyze(${JSON.stringify(LONG)}));`;

  test("do not keep a process that exits, nor let it crash", () => {
    const { status, signal, stderr } = run(`${start} setTimeout(() => process.exit(3), 20);`);
    expect([status, signal, stderr]).toEqual([3, null, ""]);
  });

  test("outlive the worker thread that asked, whose process goes on", () => {
    const worker = JSON.stringify(`import { parentPort } from "node:worker_threads";
      import { analyze } from "@assay/engine";
      for (let i = 0; i < 500; i++) analyze(${JSON.stringify(LONG)});
      parentPort.postMessage("asked");`);
    const { status, signal, stderr, stdout } = run(`import { Worker } from "node:worker_threads";
      const worker = new Worker(${worker}, { eval: true });
      worker.once("message", async () => {
        await worker.terminate();
        const { analyze } = await import("@assay/engine");
        console.log((await analyze(${JSON.stringify(STATEMENT)})).status);
      });`);
    expect([status, signal, stderr, stdout]).toEqual([0, null, "", "completed\n"]);
  });
});
