// Writes binding.js (the loader) and binding.d.ts (from the doc comments in src/); with --check only says whether they are
// what the sources give. Both are committed, so that a build needs neither this nor @napi-rs/cli.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateTypeDef, writeJsBinding } from "@napi-rs/cli";
import { native, root } from "./platform.mjs";

const FILES = ["binding.js", "binding.d.ts"];
const fresh = mkdtempSync(join(tmpdir(), "assay-generate-"));
try {
  await generate(fresh);
  if (process.argv.includes("--check")) check(fresh);
  else for (const file of FILES) cpSync(join(fresh, file), join(native, file));
} finally {
  rmSync(fresh, { recursive: true });
}

async function generate(outputDir) {
  const { name, version, napi } = JSON.parse(readFileSync(join(native, "package.json"), "utf8"));
  const typeDefDir = mkdtempSync(join(outputDir, "types-"));
  expand(typeDefDir);
  const { exports, dts } = await generateTypeDef({ typeDefDir, cwd: native, declareBindingTarget: true });
  writeFileSync(join(outputDir, "binding.d.ts"), dts);
  const names = { binaryName: napi.binaryName, packageName: name, version };
  await writeJsBinding({ platform: true, idents: exports, outputDir, jsBinding: "binding.js", ...names });
}

/** Has the #[napi] macros write what they export; checking is enough, nothing is linked. */
function expand(typeDefDir) {
  const { status } = spawnSync("cargo", ["check", "--quiet", "--locked", "-p", "assay-native"], {
    cwd: root,
    stdio: "inherit",
    // The second variable is what napi-build watches: without it cargo would not expand the macros again.
    env: {
      ...process.env,
      NAPI_TYPE_DEF_TMP_FOLDER: typeDefDir,
      NAPI_FORCE_BUILD_ASSAY_NATIVE: `${Date.now()}`,
    },
  });
  if (status !== 0) process.exit(status ?? 1);
}

function check(folder) {
  const stale = FILES.filter((file) => !readFileSync(join(folder, file)).equals(readFileSync(join(native, file))));
  if (stale.length === 0) return;
  console.error(`native/${stale.join(" and native/")} stale: run npm run generate and commit the result.`);
  process.exitCode = 1;
}
