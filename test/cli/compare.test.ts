// `assay compare` and `assay group` as they are called: what differs in words and as JSON, exit status, refusals.
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureEngineBuilt } from "../../src/engine/built.ts";
import { Comparison } from "../../src/structure.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const fixtures = fileURLToPath(new URL("../../fixtures/letter-reportlab/", import.meta.url));

type Ran = { status: number; stdout: string; stderr: string };

function assay(...args: string[]): Promise<Ran> {
  const env = { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning" };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { cwd: fixtures, env }, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), "assay-compare-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  expect(ensureEngineBuilt()).toBe(true);
}, 900_000);

describe("compare", () => {
  test("finds nothing between a file and itself", async () => {
    const { status, stdout } = await assay("compare", "original.pdf", "original.pdf");
    expect(status).toBe(0);
    expect(stdout).toContain("No details differ");
    expect(stdout).toContain("Nothing says that another program wrote one of the files.");
  });

  test("tells what another program's save changed, and what that means", async () => {
    const { status, stdout } = await assay("compare", "original.pdf", "saved-by-pikepdf.pdf");
    expect(status).toBe(1);
    expect(stdout).toContain("Another program wrote one of the files");
    expect(stdout).toContain("Objects are spelled differently");
    expect(stdout).toMatch(/comment in the second line\n +genuine +93 8C 8B 9E.*\n +questioned +BF F7 A2 FE/);
  });

  test("gives programs the same as JSON", async () => {
    const { status, stdout } = await assay("compare", "--json", "original.pdf", "metadata-incremental-pypdf.pdf");
    expect(status).toBe(1);
    const { genuine, questioned, ...told } = JSON.parse(stdout);
    expect([genuine, questioned]).toEqual(["original.pdf", "metadata-incremental-pypdf.pdf"]);
    const saves = Comparison.parse(told).differences.find(({ subject }) => subject === "number of saves");
    expect(saves).toMatchObject({ genuine: [{ value: "1", page: null }], questioned: [{ value: "2", page: null }] });
  });

  test("says which file cannot be read", async () => {
    const note = join(folder, "note.pdf");
    writeFileSync(note, "a note");
    const { status, stdout, stderr } = await assay("compare", "original.pdf", note);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(note);
  });

  test.each([[[]], [["original.pdf"]], [["a.pdf", "b.pdf", "c.pdf"]]])("refuses %j", async (files) => {
    const { status, stderr } = await assay("compare", ...files);
    expect(status).toBe(2);
    expect(stderr).toContain("Name two files, the genuine one first");
  });
});

describe("group", () => {
  test("sorts a folder by who wrote the files and shows the odd one", async () => {
    const named = { "a.pdf": "original.pdf", "b.pdf": "original.pdf", "c.pdf": "saved-by-pikepdf.pdf" };
    for (const [name, fixture] of Object.entries(named)) cpSync(join(fixtures, fixture), join(folder, "sorted", name));
    const json = await assay("group", "--json", join(folder, "sorted"));
    expect(json.status).toBe(1);
    const [a, b, c] = Object.keys(named).map((name) => join(folder, "sorted", name));
    const { groups, odd } = JSON.parse(json.stdout);
    expect(groups).toEqual([[a, b], [c]]);
    expect(odd).toHaveLength(1);
    expect(odd[0]).toMatchObject({ file: c, nearest: a, same_program: false });
    const { stdout } = await assay("group", join(folder, "sorted"));
    expect(stdout).toContain("Group 1 · 2 files written alike");
    expect(stdout.replace(/\s+/g, " ")).toContain(`Odd one out ${c}: nearest to ${a}`);
  });

  test("has nothing to show where all files are alike", async () => {
    const { status, stdout } = await assay("group", "original.pdf", "original.pdf");
    expect(status).toBe(0);
    expect(stdout).not.toContain("Odd one out");
  });

  test("says what it could not read, and sorts the rest", async () => {
    const { status, stdout, stderr } = await assay("group", "original.pdf", "absent.pdf");
    expect(status).toBe(2);
    expect(stderr).toContain("absent.pdf does not exist");
    expect(stdout).toBe("No two files are written alike.\n  original.pdf\n");
  });

  test("wants to know what to sort", async () => {
    const { status, stderr } = await assay("group");
    expect(status).toBe(2);
    expect(stderr).toContain("Name at least one file or folder");
  });
});
