// Makes sure that an addon built from exactly these sources is there: the platform package, the local build, or a new
// build with cargo. Says in one sentence what is missing when it cannot. Runs on any Node, to be able to say which.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { localBinary, platform, root, sourcesHash } from "./platform.mjs";

const LIBRARY =
  { darwin: "libassay_native.dylib", win32: "assay_native.dll" }[process.platform] ?? "libassay_native.so";

requireNode(22, 12);
const sources = sourcesHash();
if (!builtHere() && !prebuilt()) {
  requireRust();
  await build();
}

function requireNode(major, minor) {
  const [a, b] = process.versions.node.split(".").map(Number);
  if (a > major || (a === major && b >= minor)) return;
  fail(
    `Node.js ${major}.${minor} or later is needed, this is ${process.versions.node}: install a newer one and run npm ci again.`,
  );
}

function builtHere() {
  const stamp = `${localBinary()}.stamp`;
  return existsSync(localBinary()) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

function prebuilt() {
  // The loader prefers a local build, so a stale one must not stand in front of the package.
  try {
    const fits = createRequire(import.meta.url)(`@assay/engine-${platform()}/package.json`).sources === sources;
    if (fits) rmSync(localBinary(), { force: true });
    return fits;
  } catch {
    return false;
  }
}

function requireRust() {
  const wanted = /^rust-version = "(\d+)\.(\d+)/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  const cargo = spawnSync("cargo", ["--version"], { encoding: "utf8", cwd: root });
  const found = /^cargo (\d+)\.(\d+)/.exec(cargo.stdout ?? "");
  if (!found) {
    fail("The engine is written in Rust and cargo was not found: install Rust (https://rustup.rs) and run this again.");
  }
  const [major, minor] = [Number(found[1]), Number(found[2])];
  if (major > Number(wanted[1]) || (major === Number(wanted[1]) && minor >= Number(wanted[2]))) return;
  fail(
    `The engine needs Rust ${wanted[1]}.${wanted[2]} or later, this is ${major}.${minor}: run rustup update, then this again.`,
  );
}

async function build() {
  console.error("Building the engine with cargo (the first time takes three to five minutes on two processors) ...");
  const targetFolder = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const { code, output } = await cargo([
    "build",
    "--release",
    "--locked",
    "-p",
    "assay-native",
    "--target-dir",
    targetFolder,
  ]);
  if (code !== 0) fail(reason(output));
  // Renamed into place: a running process keeps the file it has loaded.
  const fresh = `${localBinary()}.${process.pid}.tmp`;
  copyFileSync(join(targetFolder, "release", LIBRARY), fresh);
  renameSync(fresh, localBinary());
  writeFileSync(`${localBinary()}.stamp`, sources);
}

function cargo(args) {
  const width = process.stderr.columns;
  const progress = width
    ? { CARGO_TERM_COLOR: "always", CARGO_TERM_PROGRESS_WHEN: "always", CARGO_TERM_PROGRESS_WIDTH: `${width}` }
    : {};
  const child = spawn("cargo", args, {
    cwd: root,
    stdio: ["ignore", "inherit", "pipe"],
    env: { ...process.env, ...progress },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
    process.stderr.write(chunk);
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

function reason(output) {
  const linker = /linker `([^`]+)` not found/.exec(output);
  if (linker) {
    return `Rust needs a C compiler to link and "${linker[1]}" was not found: install one (Debian: apt install gcc libc6-dev; macOS: xcode-select --install).`;
  }
  if (/failed to (download|get|query|fetch)|Could not resolve host|spurious network error/.test(output)) {
    return "cargo could not download the crates the engine is built from: check the network or the proxy, then run this again.";
  }
  if (/No space left on device/.test(output)) return "The disk is full: the build needs about 1 GB below target/.";
  return "The engine could not be built: cargo's own message stands above.";
}

function fail(sentence) {
  console.error(`assay: ${sentence}`);
  process.exit(1);
}
