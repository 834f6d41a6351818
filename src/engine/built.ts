// Is the addon there? In a checkout it may still have to be built; from the registry it comes with its package.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Builds the addon if there is none for this machine and its sources are at hand. Tells on stderr what it does. */
export function ensureEngineBuilt(): boolean {
  const manifest = createRequire(import.meta.url).resolve("@assay/engine/package.json");
  const folder = dirname(manifest);
  if (readdirSync(folder).some((file) => file.endsWith(".node")) || hasPlatformPackage(manifest)) return true;
  const script = join(folder, "build.mjs");
  if (!existsSync(script)) return false;
  // Standard output belongs to the command's own answer.
  return spawnSync(process.execPath, [script], { stdio: ["ignore", 2, 2] }).status === 0;
}

function hasPlatformPackage(manifest: string): boolean {
  const { resolve } = createRequire(manifest);
  return ["", "-gnu", "-musl", "-msvc"].some((abi) => {
    try {
      return resolve(`@assay/engine-${process.platform}-${process.arch}${abi}/package.json`) !== "";
    } catch {
      return false;
    }
  });
}
