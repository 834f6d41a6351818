// When the addon is built, and what is said when it cannot be. A script stands in for cargo.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "assay-build-"));
  for (const file of ["Cargo.toml", "native/build.mjs", "native/platform.mjs", "native/package.json"]) {
    cpSync(join(repository, file), join(checkout, file));
  }
  put("native/src/lib.rs", "// the addon");
  put("crates/pdf/src/lib.rs", "// the reader");
  cargo("mkdir -p target/release && echo binary >> target/release/libassay_native.so");
});
afterEach(() => rmSync(checkout, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(join(checkout, path, ".."), { recursive: true });
  writeFileSync(join(checkout, path), content);
}

/** A cargo that knows its version and, asked to build, does this. */
function cargo(build: string, version = "9.0.0"): void {
  put("bin/cargo", `#!/bin/sh\nif [ "$1" = --version ]; then echo "cargo ${version}"; exit; fi\n${build}\n`);
  chmodSync(join(checkout, "bin/cargo"), 0o755);
}

function run(script: string, flags: string[] = []): SpawnSyncReturns<string> {
  const env = { PATH: `${join(checkout, "bin")}:/usr/bin:/bin` };
  return spawnSync(process.execPath, [...flags, join(checkout, "native", script)], { encoding: "utf8", env });
}

/** The platform of this machine, and the hash of the copy's sources, which a package made of them carries. */
function toldByPlatform(): { platform: string; sources: string } {
  const script = `import { platform, sourcesHash } from ${JSON.stringify(pathToFileURL(join(checkout, "native/platform.mjs")))};
    console.log(JSON.stringify({ platform: platform(), sources: sourcesHash() }));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  return JSON.parse(stdout);
}

const build = (flags: string[] = []) => run("build.mjs", flags);

/** How often the stand-in has built: it adds a line each time. */
function builds(): number {
  const library = join(checkout, "target/release/libassay_native.so");
  return existsSync(library) ? readFileSync(library, "utf8").split("\n").length - 1 : 0;
}

describe.skipIf(process.platform !== "linux")("the addon is built", () => {
  test("once, and again when a source has changed", () => {
    expect(build().status).toBe(0);
    expect(builds()).toBe(1);
    const again = build();
    expect([again.status, again.stderr, builds()]).toEqual([0, "", 1]);
    put("crates/pdf/src/lib.rs", "// the reader, changed");
    expect(build().status).toBe(0);
    expect(builds()).toBe(2);
  });

  test("not for a change in a test", () => {
    build();
    put("crates/pdf/tests/golden.rs", "// a test");
    build();
    expect(builds()).toBe(1);
  });

  test("not when the platform package was built from these sources, and then that one is used", () => {
    const { platform, sources } = toldByPlatform();
    const manifest = { name: `@assay/engine-${platform}`, sources };
    put(`node_modules/${manifest.name}/package.json`, JSON.stringify(manifest));
    const local = `native/engine.${platform}.node`;
    put(local, "stale");
    put(`${local}.stamp`, "other sources");
    expect(build().status).toBe(0);
    expect(builds()).toBe(0);
    expect(existsSync(join(checkout, local))).toBe(false);
    put("crates/pdf/src/lib.rs", "// the reader, changed");
    expect(build().status).toBe(0);
    expect(builds()).toBe(1);
  });
});

describe("one sentence says what is missing", () => {
  const last = ({ stderr }: SpawnSyncReturns<string>) => stderr.trimEnd().split("\n").at(-1);

  test("cargo", () => {
    rmSync(join(checkout, "bin"), { recursive: true });
    const ran = spawnSync(process.execPath, [join(checkout, "native/build.mjs")], {
      encoding: "utf8",
      env: { PATH: "" },
    });
    expect(ran.stderr).toBe(
      "assay: The engine is written in Rust and cargo was not found: install Rust (https://rustup.rs) and run this again.\n",
    );
    expect(ran.status).toBe(1);
  });

  test("a newer Rust", () => {
    cargo("true", "1.70.0");
    expect(last(build())).toMatch(/^assay: The engine needs Rust 1\.\d+ or later, this is 1\.70: /);
  });

  test("a newer Node.js", () => {
    const old = `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.19.0"}})`;
    const ran = build(["--import", old]);
    expect(ran.stderr).toMatch(/^assay: Node\.js 22\.12 or later is needed, this is 20\.19\.0: .+\n$/);
    expect(ran.status).toBe(1);
  });

  test.each([
    ["a C compiler", "error: linker `cc` not found", /^assay: Rust needs a C compiler to link and "cc" was not found/],
    ["the network", "error: failed to download from `https://x`", /^assay: cargo could not download the crates/],
    ["room on the disk", "error: No space left on device (os error 28)", /^assay: The disk is full/],
    ["something else", "error[E0425]: cannot find value", /^assay: The engine could not be built/],
  ])("%s", (_, message, sentence) => {
    cargo(`echo '${message}' >&2; exit 101`);
    const ran = build();
    expect(ran.stderr).toContain(message);
    expect(last(ran)).toMatch(sentence);
    expect(ran.status).toBe(1);
  });
});
