// Compiles what was touched since the last time. An installation without development packages has no compiler: it runs what
// was compiled before, and a start says in one sentence that nothing was.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = compilerOf();
if (compiler) compile(compiler);
else if (!existsSync(join(root, "dist/main.js"))) missing();

/** The program of the package `typescript`, if that is installed. */
function compilerOf() {
  try {
    const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.tsc);
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

function compile(program) {
  const projects = ["src", "src/dashboard/islands"];
  const { status } = spawnSync(process.execPath, [program, "--build", ...projects], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}

function missing() {
  // Packages may be installed before what was compiled elsewhere is put beside them.
  const installing = ["ci", "install"].includes(process.env.npm_command);
  console.error(
    "assay: dist/ is empty and TypeScript is not installed: run npm ci without --omit=dev, or put a compiled dist/ here.",
  );
  process.exitCode = installing ? 0 : 1;
}
