// Builds the engine for one platform into artifacts/: `node release/binary.mjs x86_64-unknown-linux-gnu`. Linux is built with
// zig (cargo-zigbuild), so that it also runs where the C library is older than here.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseTriple } from "@napi-rs/cli";

/** That of RHEL 7; the C library of every distribution that is still cared for is newer. */
const GLIBC = "2.17";
const LIBRARY = { darwin: "libassay_native.dylib", win32: "assay_native.dll", linux: "libassay_native.so" };

const root = fileURLToPath(new URL("..", import.meta.url));
const [triple = ""] = process.argv.slice(2);
const { platform, abi, platformArchABI } = parseTriple(triple);
const zig = platform === "linux";
const target = abi === "gnu" ? `${triple}.${GLIBC}` : triple;
// musl is linked into nothing: Node brings it.
const flags = abi === "musl" ? { RUSTFLAGS: "-C target-feature=-crt-static" } : {};

const command = [zig ? "zigbuild" : "build", "--release", "--locked", "-p", "assay-native", "--target", target];
const { status } = spawnSync("cargo", command, { cwd: root, stdio: "inherit", env: { ...process.env, ...flags } });
if (status !== 0) process.exit(status ?? 1);

const artifacts = join(root, "artifacts");
mkdirSync(artifacts, { recursive: true });
const binary = join(artifacts, `engine.${platformArchABI}.node`);
copyFileSync(join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), triple, "release", LIBRARY[platform]), binary);
console.log(binary);
