// Are the packages what users need? Packs what is staged, installs it into an empty folder, and uses it from ESM, CommonJS,
// TypeScript and `npx`: `node release/prove.mjs NODE…`, once for each Node.js given, else with this one.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import engine from "../native/package.json" with { type: "json" };
import names from "./names.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));
const nodes = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];

const USES = {
  "esm.mjs": `import { analyze } from "${names.engine}";
    console.log((await analyze("statement.pdf")).verdict);`,
  "cjs.cjs": `const { analyzeSync } = require("${names.engine}");
    console.log(analyzeSync("statement.pdf").verdict);`,
  "client.mts": `import { Assay, ConnectionError, type Document } from "${names.client}";
    const assay = new Assay({ url: "http://127.0.0.1:1", key: "none", retries: 0 });
    const failed = (error: unknown) => (error instanceof ConnectionError ? "inconclusive" : String(error));
    console.log(await assay.document("doc_1").then((found: Document) => found.id, failed));`,
  "typed.mts": `import { analyze, completed, type CompletedOutcome } from "${names.engine}";
    const outcome: CompletedOutcome = completed(await analyze("statement.pdf"));
    const verdict: "authentic" | "suspicious" | "tampered" | "inconclusive" | "unsupported" = outcome.verdict;
    console.log(verdict);`,
};

const folder = mkdtempSync(join(tmpdir(), "assay-packages-"));
try {
  install();
  for (const node of nodes) prove(node);
  console.log("The packages install and work.");
} finally {
  rmSync(folder, { recursive: true });
}

function install() {
  const out = join(root, "release/out");
  if (!existsSync(out)) fail("nothing is staged: run node release/stage.mjs.");
  const packed = join(folder, "packed");
  mkdirSync(packed);
  for (const name of readdirSync(out)) run("npm", ["pack", "--silent", "--pack-destination", packed, join(out, name)]);
  for (const file of readdirSync(packed)) console.log(file);
  // The packages depend on each other by version; here each is a file.
  const files = Object.fromEntries(readdirSync(packed).map((file) => [packageOf(file), `file:packed/${file}`]));
  // An alias is overridden by the name that the code has.
  const own = (name) => name.replace(names.engine, engine.name);
  const overrides = Object.fromEntries(Object.entries(files).map(([name, file]) => [own(name), file]));
  const manifest = { name: "user", private: true, dependencies: files, overrides: { ...overrides, ...files } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  run("npm", ["install", "--silent", "--no-audit", "--no-fund"]);
  const nodeBinary = ["node", "node.cmd"].find((bin) => existsSync(join(folder, "node_modules/.bin", bin)));
  if (nodeBinary) fail("a package brings a node that stands before the user's own.");
  cpSync(join(root, "fixtures/statement-pdfkit/original.pdf"), join(folder, "statement.pdf"));
  for (const [file, code] of Object.entries(USES)) writeFileSync(join(folder, file), code);
}

/** The name of the package in a file that npm packed: the scope loses its at sign, the slash becomes a hyphen. */
function packageOf(file) {
  const stem = file.replace(/-\d+\.\d+\.\d+.*\.tgz$/, "");
  const named = [names.program, names.client].find((name) => stem === stemOf(name));
  if (named) return named;
  return names.engine + stem.slice(stemOf(names.engine).length);
}

function stemOf(name) {
  return name.replace("@", "").replace("/", "-");
}

function prove(node) {
  const version = run(node, ["--version"]);
  compile();
  const said = {};
  for (const file of ["esm.mjs", "cjs.cjs", "typed.mjs", "client.mjs"]) said[file] = run(node, [file]);
  // npx starts what is linked; the node it finds first is the one to be proven.
  const bin = mkdtempSync(join(folder, "bin-"));
  symlinkSync(node, join(bin, "node"));
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const npx = run("npx", ["--no-install", names.program, "check", "--json", "statement.pdf"], { env });
  said.npx = JSON.parse(npx).verdict;
  console.log(version, JSON.stringify(said));
  const wrong = Object.entries(said).filter(([, verdict]) => verdict !== "inconclusive");
  if (wrong.length > 0) fail(`${version}: ${wrong.map(([use]) => use).join(", ")} did not give the verdict.`);
}

function compile() {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const types = join(root, "node_modules/@types");
  const options = ["--strict", "--module", "nodenext", "--target", "es2022", "--skipLibCheck", "false"];
  run(process.execPath, [tsc, ...options, "--typeRoots", types, "--types", "node", "typed.mts", "client.mts"]);
}

function run(command, args, { env = {} } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) fail(`${command} ${args.join(" ")}: ${error ?? ""}${stdout}${stderr}`);
  return stdout.trim();
}

function fail(sentence) {
  console.error(`assay: ${sentence}`);
  process.exit(1);
}
