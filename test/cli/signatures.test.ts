// `assay signatures` as it is called: blocks for people, JSON for programs, exit status, trust lists.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureEngineBuilt } from "../../src/engine/built.ts";
import { Signatures } from "../../src/signed.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/invoice-weasyprint-signed/", import.meta.url));

type Ran = { status: number; stdout: string; stderr: string };

function assay(...args: string[]): Promise<Ran> {
  const env = { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { cwd: fixtures, env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

async function read(...args: string[]) {
  const { stdout, status: exit } = await assay("signatures", "--json", ...args);
  const { file, ...answer } = JSON.parse(stdout);
  return { file, exit, ...Signatures.parse(answer) };
}

const folder = mkdtempSync(join(tmpdir(), "assay-signatures-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  expect(ensureEngineBuilt()).toBe(true);
}, 900_000);

describe("a signature that holds", () => {
  test("covers the whole file, and nothing came after it", async () => {
    const { signatures, exit } = await read("signed.pdf");
    expect(exit).toBe(0);
    expect(signatures).toHaveLength(1);
    const [one] = signatures;
    const states = Object.fromEntries(Object.entries(one?.axes ?? {}).map(([axis, { state }]) => [axis, state]));
    expect(states).toEqual({
      integrity: "intact",
      coverage: "whole_file",
      later_changes: "none",
      permission: "none_stated",
      identity: "root_from_file",
      time: "claimed",
      strength: "sound",
    });
    const length = readFileSync(`${fixtures}signed.pdf`).length;
    expect(one?.bytes.at(0)?.[0]).toBe(0);
    expect(one?.bytes.at(1)?.[1]).toBe(length);
  });

  test("is told in a block of lines that fit", async () => {
    const { stdout, status } = await assay("signatures", "signed-twice.pdf");
    expect(status).toBe(0);
    expect(stdout).toContain("1. Signature");
    expect(stdout).toContain("2. Signature");
    expect(stdout).toMatch(/Later +One later save/);
    expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  test("was made by nobody known when the trust list names others", async () => {
    const { signatures } = await read("--trust", `${fixtures}../../test/cli/other-root.pem`, "signed.pdf");
    expect(signatures[0]?.axes.identity.words).not.toContain("No trust list was given");
    expect(signatures[0]?.axes.identity.state).not.toBe("trusted");
  });
});

test("signers are judged at the time the file was received, where it is named", async () => {
  const received = await read("--received", "2100-01-01T00:00:00Z", "signed.pdf");
  expect(received.signatures[0]?.axes.identity.words).toContain("Judged at 2100-01-01");
  const claimed = await read("signed.pdf");
  expect(claimed.signatures[0]?.axes.identity.words).toContain("the time it claims");
});

describe("the file as it was signed", () => {
  const edited = "total-changed-incremental-after-signing.pdf";

  test("is written as a file of its own, whose signature covers all of it", async () => {
    const out = join(folder, "signed.pdf");
    const ran = await assay("signatures", edited, "--save", "1", "--out", out);
    expect(ran).toEqual({ status: 0, stdout: `Wrote ${out}\n`, stderr: "" });
    const { signatures, exit } = await read(out);
    expect(exit).toBe(0);
    expect(signatures[0]?.axes).toMatchObject({ integrity: { state: "intact" }, coverage: { state: "whole_file" } });
    const whole = readFileSync(join(fixtures, edited));
    expect(whole.subarray(0, readFileSync(out).length).equals(readFileSync(out))).toBe(true);
  });

  test("is never written over a file that is there", async () => {
    const out = join(folder, "there.pdf");
    writeFileSync(out, "mine");
    const ran = await assay("signatures", edited, "--save", "1", "--out", out);
    expect(ran).toMatchObject({ status: 2, stdout: "" });
    expect(ran.stderr).toContain("is there already; name another file");
    expect(readFileSync(out, "utf8")).toBe("mine");
  });

  test.each([
    [["signed.pdf", "--save", "2", "--out", "none.pdf"], "There is no signature 2: the file has 1 signature."],
    [["signed.pdf", "--save", "1"], "--save needs --out"],
    [["signed.pdf", "--out", "none.pdf"], "--out needs --save"],
    [["signed.pdf", "--save", "0", "--out", "none.pdf"], "--save must be a whole number from 1"],
    [["signed.pdf", "original.pdf", "--save", "1", "--out", "none.pdf"], "Name one file only with --save"],
  ])("is refused for %j", async (args, sentence) => {
    const ran = await assay("signatures", ...args);
    expect(ran).toMatchObject({ status: 2, stdout: "" });
    expect(ran.stderr).toContain(sentence);
  });
});

describe("a signature that does not", () => {
  test("is broken when a signed byte was changed", async () => {
    const { signatures, exit } = await read("one-byte-changed-after-signing.pdf");
    expect(exit).toBe(1);
    expect(signatures[0]?.axes.integrity.state).toBe("broken");
  });

  test("is followed by what it does not allow, with the save, its bytes and the page", async () => {
    const { signatures, exit } = await read("total-changed-incremental-after-signing.pdf");
    expect(exit).toBe(1);
    expect(signatures[0]?.axes.integrity.state).toBe("intact");
    expect(signatures[0]?.axes.later_changes.state).toBe("forbidden");
    const [later] = signatures[0]?.later ?? [];
    expect(later?.save).toBe((signatures[0]?.save ?? 0) + 1);
    expect(later?.changes[0]?.page).toBe(1);
  });
});

test("text that a later signer covers is told with its place", async () => {
  const { signatures, exit } = await read("../signed-and-attacked/covered-by-second-signer.pdf");
  expect(exit).toBe(1);
  expect(signatures[0]?.axes.integrity.state).toBe("intact");
  expect(signatures[0]?.axes.later_changes).toMatchObject({ state: "covered" });
  expect(signatures[0]?.later[0]?.changes[0]).toMatchObject({ page: 1, bbox: [70, 595, 240, 615] });
});

test("a file without signatures is nothing to complain of", async () => {
  const { signatures, exit } = await read("original.pdf");
  expect([signatures, exit]).toEqual([[], 0]);
});

test("what cannot be read is told, and the rest is read all the same", async () => {
  const { stdout, stderr, status } = await assay("signatures", "no-such.pdf", "signed.pdf");
  expect(status).toBe(2);
  expect(stderr).toContain("no-such.pdf does not exist");
  expect(stdout).toContain("signed.pdf");
});

test("mistakes of the caller are one sentence", async () => {
  expect(await assay("signatures")).toMatchObject({ status: 2, stdout: "" });
  const missing = await assay("signatures", "--trust", "/no/such/list.pem", "original.pdf");
  expect(missing).toMatchObject({ status: 2, stdout: "", stderr: "assay: --trust: there is no /no/such/list.pem.\n" });
  const checked = await assay("check", "--trust", "/no/such/list.pem", "original.pdf");
  expect(checked).toMatchObject({ status: 2, stderr: "assay: --trust: there is no /no/such/list.pem.\n" });
});
