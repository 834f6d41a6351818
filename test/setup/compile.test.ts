// Compiling where TypeScript is installed and where it is not. A script stands in for the compiler.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "assay compile ü "));
  cpSync(fileURLToPath(new URL("../../setup", import.meta.url)), join(checkout, "setup"), { recursive: true });
});
afterEach(() => rmSync(checkout, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), content);
}

/** A compiler that writes down how it was called and ends with this status. */
function compiler(status = 0): void {
  put("node_modules/typescript/package.json", `{ "name": "typescript", "bin": { "tsc": "bin/tsc.js" } }`);
  put(
    "node_modules/typescript/bin/tsc.js",
    `require("node:fs").writeFileSync("called", process.argv.slice(2).join(" ")); process.exit(${status});`,
  );
}

function compile(command: string) {
  const ran = spawnSync(process.execPath, [join(checkout, "setup/compile.mjs")], {
    encoding: "utf8",
    env: { npm_command: command },
  });
  return { status: ran.status, said: ran.stdout + ran.stderr };
}

describe("with development packages", () => {
  test("both projects are built, from wherever it is called", () => {
    compiler();
    expect(compile("run")).toEqual({ status: 0, said: "" });
    expect(readFileSync(join(checkout, "called"), "utf8")).toBe("--build src src/dashboard/islands");
  });

  test("a type error fails it", () => {
    compiler(2);
    expect(compile("ci").status).toBe(2);
  });
});

describe("without development packages", () => {
  const SENTENCE =
    "assay: dist/ is empty and TypeScript is not installed: run npm ci without --omit=dev, or put a compiled dist/ here.\n";

  test.each(["ci", "run"])("npm %s takes what was compiled before", (command) => {
    put("dist/main.js", "");
    expect(compile(command)).toEqual({ status: 0, said: "" });
  });

  test("npm ci says that nothing was, and does not fail", () => {
    expect(compile("ci")).toEqual({ status: 0, said: SENTENCE });
  });

  test("a start fails with that sentence", () => {
    expect(compile("run")).toEqual({ status: 1, said: SENTENCE });
  });
});
