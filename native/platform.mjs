// Which binary fits this machine, and which sources it must have been built from.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const native = dirname(fileURLToPath(import.meta.url));
export const root = dirname(native);

/** The platform as napi-rs names it in file and package names, e.g. `linux-x64-gnu`. */
export function platform() {
  const name = `${process.platform}-${process.arch}`;
  if (process.platform === "win32") return `${name}-msvc`;
  return process.platform === "linux" ? `${name}-${libc()}` : name;
}

function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? "gnu" : "musl";
}

/** The addon built on this machine. */
export function localBinary() {
  return join(native, `engine.${platform()}.node`);
}

/** One hash over everything that goes into the addon: file times change with every checkout, contents do not. */
export function sourcesHash() {
  const hash = createHash("sha256");
  const files = ["Cargo.toml", "Cargo.lock", "native/Cargo.toml", "native/build.rs"].map((file) => join(root, file));
  files.push(...filesBelow(join(native, "src")), ...filesBelow(join(root, "crates")));
  for (const file of files.filter(existsSync).sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join("/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

const NOT_IN_THE_ADDON = new Set(["tests", "benches", "examples", "fuzz", "target"]);

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_IN_THE_ADDON.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
