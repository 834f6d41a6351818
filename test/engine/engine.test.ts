// The pool: whatever one file does to the engine's process, it costs that file and nothing else.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import {
  type Engine,
  EngineClosed,
  type EngineOptions,
  openEngine,
  type WholeEngine,
} from "../../src/engine/engine.ts";

const worker = new URL("./misbehaving-worker.js", import.meta.url);
const opened: WholeEngine[] = [];

async function open(options: EngineOptions = {}): Promise<WholeEngine> {
  const engine = await openEngine({ size: 1, worker, ...options });
  opened.push(engine);
  return engine;
}

afterEach(() => Promise.all(opened.splice(0).map((engine) => engine.close())));

const message = async (engine: Engine, path: string) => (await engine.analyze(path)).error?.message;

/** The pool still answers; the answer is the id of the process that gave it. */
const pid = async (engine: Engine) => Number(await message(engine, "answer:"));

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("a process that ends before it answers", () => {
  test("is started once more, and the file gets its answer", async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-engine-"));
    const engine = await open();
    expect(await message(engine, `abort-once:${join(folder, "tried")}`)).toBe("second try");
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["abort:", "SIGABRT"],
    ["exit:", "exit status 3"],
  ])("fails its file after the second time: %s", async (path, how) => {
    const engine = await open();
    const outcome = await engine.analyze(path);
    expect(outcome).toMatchObject({ status: "failed", verdict: null, signals: [], error: { code: "engine_error" } });
    expect(outcome.error?.message).toBe(`The engine stopped twice while it worked on this file (${how}).`);
    expect(await pid(engine)).toBeGreaterThan(0);
  });

  test("fails a history and a picture as well, each in its own shape", async () => {
    const engine = await open();
    const error = { code: "engine_error", message: expect.stringContaining("stopped twice") };
    const [history, picture] = [await engine.history("abort:"), await engine.picture("abort:", { page: 1 })];
    expect(history).toMatchObject({ status: "failed", saves: [], error });
    expect(picture).toMatchObject({ status: "failed", png: null, error });
    expect(await pid(engine)).toBeGreaterThan(0);
  });

  test("costs no other file that is under way", async () => {
    const engine = await open({ size: 2 });
    const paths = Array.from({ length: 20 }, (_, i) => (i % 2 ? "abort:" : "answer:"));
    const messages = await Promise.all(paths.map((path) => message(engine, path)));
    for (const [i, text] of messages.entries()) expect(text).toMatch(i % 2 ? /stopped twice/ : /^\d+$/);
  });

  test("between two files costs none", async () => {
    const engine = await open();
    const first = await pid(engine);
    process.kill(first, "SIGKILL");
    expect(await pid(engine)).not.toBe(first);
  });
});

describe("limits", () => {
  test("processor time: a loop is stopped and not tried again", async () => {
    const engine = await open({ limits: { processorSeconds: 0.5 } });
    expect(await message(engine, "spin:")).toBe("The analysis took more than 0.5 s of processor time and was stopped.");
    expect(await pid(engine)).toBeGreaterThan(0);
  });

  test("time: a process that only waits is stopped as well", async () => {
    const engine = await open({ limits: { wallSeconds: 0.5 } });
    expect(await message(engine, "sleep:")).toBe("The analysis took more than 0.5 s of time and was stopped.");
  });

  test.skipIf(process.platform !== "linux")("waiting is not counted as work", async () => {
    const engine = await open({ limits: { processorSeconds: 0.3, wallSeconds: 1 } });
    expect(await message(engine, "sleep:")).toMatch("1 s of time");
  });

  test("what a process was lost to is counted", async () => {
    const engine = await open({ limits: { processorSeconds: 0.5 } });
    await engine.analyze("abort:");
    await engine.analyze("spin:");
    expect(engine.load()).toMatchObject({ crashed: 2, overLimit: 1 });
  });

  test("a process is replaced after the files it may see", async () => {
    const engine = await open({ limits: { filesPerChild: 2 } });
    const pids = [await pid(engine), await pid(engine), await pid(engine)];
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  });
});

describe("aborting", () => {
  test("stops the work at once and leaves the place to the next", async () => {
    const engine = await open();
    const first = await pid(engine);
    const reason = new Error("deleted");
    const stop = new AbortController();
    const analysis = engine.analyze("spin:", { signal: stop.signal });
    const next = pid(engine);
    setTimeout(() => stop.abort(reason), 50);
    await expect(analysis).rejects.toBe(reason);
    expect(await next).not.toBe(first);
    expect(alive(first)).toBe(false);
  });

  test("takes a waiting file out of the queue", async () => {
    const engine = await open();
    const stop = new AbortController();
    const stopFirst = new AbortController();
    const first = engine.analyze("spin:", { signal: stopFirst.signal });
    const waiting = engine.analyze("abort:", { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow("aborted");
    stopFirst.abort();
    await expect(first).rejects.toThrow("aborted");
    expect(await pid(engine)).toBeGreaterThan(0);
  });

  test("before the start does nothing", async () => {
    const engine = await open();
    await expect(engine.analyze("answer:", { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });
});

test("an answer that is no outcome is not believed", async () => {
  const engine = await open();
  expect(await message(engine, "babble:")).toMatch("its answer could not be read");
});

test("what a process writes to stderr is passed on, but not without end", async () => {
  const lines: string[] = [];
  const engine = await open({ log: (line) => lines.push(line) });
  expect(await message(engine, "complain:")).toBe("complained");
  await engine.close();
  expect(lines).toEqual(Array.from({ length: 100 }, (_, line) => `line ${line}`));
});

test("closing ends the processes and rejects what is open", async () => {
  const engine = await open();
  const first = await pid(engine);
  const running = engine.analyze("sleep:");
  const waiting = engine.analyze("answer:");
  const rejected = [expect(running).rejects.toThrow(EngineClosed), expect(waiting).rejects.toThrow(EngineClosed)];
  await engine.close();
  await Promise.all(rejected);
  expect(alive(first)).toBe(false);
  await expect(engine.analyze("answer:")).rejects.toThrow(EngineClosed);
});

describe("with the real engine", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-engine-"));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test("the size and hash are those of the bytes", async () => {
    const engine = await openEngine({ size: 1 });
    opened.push(engine);
    const outcome = await engine.analyze(file("note.pdf", "a note"));
    expect(outcome).toMatchObject({
      status: "failed",
      file: { size_bytes: 6, sha256: createHash("sha256").update("a note").digest("hex") },
      error: { code: "not_a_pdf" },
    });
  });

  test("a file that cannot be read fails, and says why", async () => {
    const engine = await openEngine({ size: 1 });
    opened.push(engine);
    expect(await message(engine, join(folder, "missing.pdf"))).toMatch("could not be read: No such file");
  });

  test.skipIf(process.platform !== "linux")("a file that needs more memory than allowed fails alone", async () => {
    const engine = await openEngine({ size: 1, limits: { memoryMiB: 100 } });
    opened.push(engine);
    const path = file("large.pdf", "%PDF-1.7\n");
    truncateSync(path, 200 << 20);
    expect(await message(engine, path)).toBe("The analysis needed more than 100 MiB of memory and was stopped.");
    expect((await engine.analyze(file("note.pdf", "a note"))).error?.code).toBe("not_a_pdf");
  });
});

test("an engine that cannot be started is known at once", async () => {
  const missing = new URL("./no-such-worker.js", import.meta.url);
  await expect(openEngine({ worker: missing })).rejects.toThrow("The engine could not be started: exit status 1.");
});
