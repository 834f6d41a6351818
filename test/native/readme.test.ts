// Every example of the package's README is run as it stands, in a folder with a file and the package; those in TypeScript
// are checked by the compiler too.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(repository, "native/README.md"), "utf8");
const EXTENSION: Record<string, string> = { js: "mjs", cjs: "cjs", ts: "mts" };
const examples = [...readme.matchAll(/^```(js|cjs|ts)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""], at) => ({
  file: `example-${at}.${EXTENSION[language]}`,
  language,
  code,
}));

/** What an example says that it prints. */
const promised: Record<string, RegExp> = {
  "import { readFile }": /^1\n$/,
  EngineError: /^not_a_pdf\ninconclusive\n$/,
  pasword: /^true pasword\nanalyze\(\): there is no option "pasword"; there are password, received, trust, signal\.\n$/,
  "require(": /^inconclusive\n$/,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-readme-"));
  cpSync(join(repository, "fixtures/statement-pdfkit/original.pdf"), join(folder, "statement.pdf"));
  for (const [name, target] of [
    ["@assay/engine", "native"],
    ["@types/node", "node_modules/@types/node"],
    ["undici-types", "node_modules/undici-types"],
  ] as const) {
    mkdirSync(join(folder, "node_modules", name, ".."), { recursive: true });
    symlinkSync(join(repository, target), join(folder, "node_modules", name), "junction");
  }
  for (const { file, code } of examples) writeFileSync(join(folder, file), code);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("there are examples in all three", () => {
  expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(["js", "cjs", "ts"]));
});

test.each(examples)("$file ($language)", ({ file, code }) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--experimental-strip-types", "--no-warnings", file],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect([status, stderr]).toEqual([0, ""]);
  for (const [mark, output] of Object.entries(promised)) if (code.includes(mark)) expect(stdout).toMatch(output);
});

test("the compiler accepts those in TypeScript", () => {
  const strict = {
    strict: true,
    module: "nodenext",
    target: "es2024",
    noEmit: true,
    types: ["node"],
    skipLibCheck: false,
  };
  const compilerOptions = { ...strict, allowImportingTsExtensions: true };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.mts"] }));
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "--project", folder], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
});
