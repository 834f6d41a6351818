// `assay check` as it is called: arguments, folders, JSON lines, exit status. No server, no database.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Document } from "../../src/report.ts";
import { pdf } from "../pdf.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-check-"));
  mkdirSync(join(folder, "tree", "inner"), { recursive: true });
  write("tree/b.pdf", "not really");
  write("tree/A.PDF", "nor this");
  write("tree/inner/no-name-for-it", "prefix %PDF-1.7\n");
  write("tree/inner/note.txt", "a note");
  symlinkSync("..", join(folder, "tree", "inner", "loop"));
  mkdirSync(join(folder, "empty"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** The same file after a later save that writes the content of its page again (ISO 32000-2, 7.5.6). */
function withContentReplaced(original: Buffer, text: string): Buffer {
  const content = `BT /F1 12 Tf 72 720 Td (${text}, page 1) Tj ET`;
  const object = `5 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
  const previous = /startxref\n(\d+)/.exec(original.toString("latin1"))?.[1];
  const row = `xref\n5 1\n${String(original.length).padStart(10, "0")} 00000 n \n`;
  const trailer = `trailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${original.length + object.length}\n%%EOF\n`;
  return Buffer.concat([original, Buffer.from(object + row + trailer)]);
}

type Ran = { status: number; stdout: string; stderr: string };

function assay(...args: string[]): Promise<Ran> {
  return assayWith(undefined, ...args);
}

function assayWith(input: Buffer | undefined, ...args: string[]): Promise<Ran> {
  const env = { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
    });
    if (input) child.stdin?.on("error", () => undefined).end(input);
  });
}

const lines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("--json", () => {
  test("one line a file, with exactly the members of a Document", async () => {
    const before = Date.now();
    const { stdout } = await assay("check", "--json", "tree/b.pdf");
    const [document, ...rest] = lines(stdout);
    expect(rest).toEqual([]);
    expect(Object.keys(document)).toEqual(Object.keys(Document.shape));
    expect(Object.keys(document.file)).toEqual(Object.keys(Document.shape.file.shape));
    expect(Document.safeParse({ ...document, id: "doc_1", report_url: "https://assay.test/1" }).error).toBeUndefined();
    expect(document).toMatchObject({ id: null, report_url: null, object: "document", external_id: null, metadata: {} });
    expect(Date.parse(document.created_at)).toBeGreaterThanOrEqual(before);
    expect(document).toMatchObject({
      status: "failed",
      error: { code: "not_a_pdf" },
      file: {
        name: "tree/b.pdf",
        size_bytes: 10,
        sha256: createHash("sha256").update("not really").digest("hex"),
        pages: null,
        document_class: null,
      },
    });
  });

  test("folders are walked in order, for PDFs by name or by header, and links in circles end", async () => {
    const { stdout } = await assay("check", "--json", "tree");
    expect(lines(stdout).map(({ file }) => file.name)).toEqual([
      "tree/A.PDF",
      "tree/b.pdf",
      "tree/inner/no-name-for-it",
    ]);
  });

  test("many files at once come out in the order they were named", async () => {
    const names = Array.from({ length: 40 }, (_, i) => `many-${i}`);
    for (const [i, name] of names.entries()) write(name, "x".repeat(((i * 7919) % 40) * 20_000));
    const { stdout } = await assay("check", "--json", "--jobs", "4", ...names);
    expect(lines(stdout).map(({ file }) => file.name)).toEqual(names);
  });

  test("what a terminal would obey is escaped, and parses to what it was", async () => {
    const name = "tree/\u009b31m\u202e.txt";
    write(name, "a note");
    const { stdout } = await assay("check", "--json", name);
    expect(stdout).toContain("\\u009b31m\\u202e");
    expect(lines(stdout)[0].file.name).toBe(name);
    rmSync(join(folder, name));
  });
});

describe("the exit status", () => {
  beforeAll(() => {
    writeFileSync(join(folder, "genuine.pdf"), pdf());
    writeFileSync(join(folder, "edited.pdf"), withContentReplaced(pdf(), "Opening balance 9,250.00"));
  });

  test("is 0 where nothing was found", async () => {
    const { status, stdout } = await assay("check", "genuine.pdf");
    expect(stdout).toMatch(/^genuine\.pdf\n {2}INCONCLUSIVE · score \d\d of 100 · 1 page · born digital\n/);
    expect(status).toBe(0);
  });

  test("is 1 where an edit was found, which is shown with its page, its area and what it replaced", async () => {
    const { status, stdout } = await assay("check", "genuine.pdf", "edited.pdf");
    expect(stdout).toMatch(/page 1, \d+,\d+ to \d+,\d+ pt/);
    expect(stdout).toMatch(/1,250\.00.*→.*9,250\.00/);
    expect(status).toBe(1);
  });

  test("is 2 where one of them could not be checked", async () => {
    expect((await assay("check", "genuine.pdf", "edited.pdf", "tree/b.pdf")).status).toBe(2);
  });
});

describe("what cannot be checked", () => {
  test("a file that is not there is named on stderr, and the others are still checked", async () => {
    const { status, stdout, stderr } = await assay("check", "--json", "gone.pdf", "tree/b.pdf");
    expect(stderr).toBe("assay: gone.pdf does not exist.\n");
    const [gone, read, ...rest] = lines(stdout);
    expect(rest).toEqual([]);
    expect(Object.keys(gone)).toEqual(Object.keys(Document.shape));
    expect(gone).toMatchObject({
      status: "failed",
      file: { name: "gone.pdf", size_bytes: null, sha256: null },
      error: { code: "not_readable", message: "gone.pdf does not exist." },
    });
    expect(read.file.name).toBe("tree/b.pdf");
    expect(status).toBe(2);
  });

  test("a folder without a PDF", async () => {
    expect(await assay("check", "empty")).toEqual({
      status: 2,
      stdout: "",
      stderr: "assay: empty has no PDF in it.\n",
    });
  });

  test("a device", async () => {
    const { status, stderr } = await assay("check", "/dev/null");
    expect(stderr).toBe("assay: /dev/null is neither a file nor a folder.\n");
    expect(status).toBe(2);
  });
});

describe("standard input", () => {
  test("is checked under that name, and nothing of it stays", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("assay-input-"));
    const { status, stdout } = await assayWith(pdf(), "check", "--json", "-");
    expect(lines(stdout)[0]).toMatchObject({ status: "completed", file: { name: "standard input", pages: 1 } });
    expect(status).toBe(0);
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith("assay-input-"));
    expect(after.filter((name) => !before.includes(name))).toEqual([]);
  });

  test("can be named once", async () => {
    const { status, stderr } = await assayWith(pdf(), "check", "-", "-");
    expect(stderr).toBe("assay: Name standard input once; see assay check --help.\n");
    expect(status).toBe(2);
  });
});

describe("an encrypted file", () => {
  const locked = fileURLToPath(new URL("../../crates/pdf/tests/locked/aes-256.pdf", import.meta.url));

  test.each([["Straße"], ["owner"]])("is opened by %s", async (password) => {
    const { status, stdout } = await assay("check", "--json", "--password", password, locked);
    expect(lines(stdout)[0]).toMatchObject({ status: "completed", file: { pages: 1 } });
    expect(status).toBe(0);
  });

  test("says whether a password is missing or wrong", async () => {
    const without = lines((await assay("check", "--json", locked)).stdout)[0];
    expect(without.error).toMatchObject({ code: "password_required" });
    const wrong = lines((await assay("check", "--json", "--password", "Strasse", locked)).stdout)[0];
    expect(wrong.error).toMatchObject({ code: "password_required" });
    expect(wrong.error.message).toContain("the password given does not open it");
  });
});

describe("arguments", () => {
  test.each([
    [["check", "--colour", "x.pdf"], "assay: Unknown option '--colour'; see assay check --help.\n"],
    [["check"], "assay: Name at least one file or folder to check; see assay check --help.\n"],
    [["check", "--report", "", "x.pdf"], "assay: --report needs the name of a folder; see assay check --help.\n"],
    [["check", "--jobs", "0", "x.pdf"], "assay: --jobs must be a whole number from 1 to 999.\n"],
    [["chekc"], 'assay: There is no command or option "chekc": see assay --help.\n'],
    [["toString"], 'assay: There is no command or option "toString": see assay --help.\n'],
  ])("%j is refused in one sentence", async (args, stderr) => {
    expect(await assay(...args)).toEqual({ status: 2, stdout: "", stderr });
  });

  test("--help says what the exit status means", async () => {
    const { status, stdout } = await assay("check", "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/Exit status:\n {2}0 .+\n {2}1 .+\n {2}2 /);
  });

  test("--version is the package's", async () => {
    expect((await assay("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test("without a terminal there is neither colour nor a progress bar", async () => {
  const { stdout, stderr } = await assay("check", "tree");
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toMatch(/3 files: .+\n$/);
  expect(stderr).toBe("");
});
