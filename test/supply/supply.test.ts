// What is found wrong with what the packages are made of: in a copy of the lockfile with one thing changed. The crates come
// from a stand-in for cargo.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const REGISTRY = "registry+https://github.com/rust-lang/crates.io-index";
const CRATE = {
  name: "lzw",
  version: "1.2.3",
  license: "MIT/Apache-2.0",
  source: REGISTRY as string | null,
  manifest_path: "/registry/lzw",
};
const PACKAGE = { version: "4.5.6", license: "ISC" as string | undefined, integrity: "sha512-aGFzaA==" };
const CHECKSUM = "ab".repeat(32);

type Given = { crate?: Partial<typeof CRATE>; checksum?: string; npm?: Record<string, unknown> };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-supply-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function supply({ crate = {}, checksum = `checksum = "${CHECKSUM}"`, npm = {} }: Given = {}) {
  const one = { ...CRATE, ...crate };
  const lock = {
    packages: { "": {}, "node_modules/@a/left": { ...PACKAGE, ...npm }, "node_modules/own": { link: true } },
  };
  writeFileSync(
    join(folder, "Cargo.lock"),
    `[[package]]\nname = "lzw"\nversion = "1.2.3"\nsource = "${REGISTRY}"\n${checksum}\n`,
  );
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "assay", version: "7.0.0" }));
  mkdirSync(join(folder, "bin"));
  writeFileSync(
    join(folder, "bin/cargo"),
    `#!/bin/sh\n[ "$1" = metadata ] || exit 101\necho '${JSON.stringify({ packages: [one] })}'\n`,
  );
  chmodSync(join(folder, "bin/cargo"), 0o755);
  const env = { ...process.env, SUPPLY_ROOT: folder, PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}` };
  const script = join(repository, ".ci/supply.mjs");
  return spawnSync(process.execPath, [script, "--sbom", join(folder, "sbom.json")], { encoding: "utf8", env });
}

test("what is in order passes, and the list of it names version, licence and hash", () => {
  expect(supply()).toMatchObject({ status: 0, stderr: "", stdout: "2 packages, 0 faults\n" });
  const { components, metadata, specVersion } = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8"));
  expect([specVersion, metadata.component]).toEqual(["1.6", { type: "application", name: "assay", version: "7.0.0" }]);
  expect(components).toMatchObject([
    {
      purl: "pkg:cargo/lzw@1.2.3",
      hashes: [{ alg: "SHA-256", content: CHECKSUM }],
      licenses: [{ expression: "MIT OR Apache-2.0" }],
    },
    {
      purl: "pkg:npm/%40a/left@4.5.6",
      hashes: [{ alg: "SHA-512", content: "68617368" }],
      licenses: [{ expression: "ISC" }],
    },
  ]);
});

test.each<[string, Given, string]>([
  ["a licence", { crate: { license: "GPL-3.0-only" } }, "crates lzw 1.2.3: its licence, GPL-3.0-only, is not allowed"],
  ["no licence", { npm: { license: undefined } }, "npm @a/left 4.5.6: its licence, none, is not allowed"],
  ["two that hold together", { crate: { license: "(MIT OR ISC) AND GPL-2.0" } }, "is not allowed"],
  ["a broken expression", { crate: { license: "MIT OR (ISC" } }, "is not allowed"],
  ["a font's", { crate: { license: "OFL-1.1" } }, "is not allowed"],
  ["a copyleft library that is linked in", { crate: { license: "MPL-2.0" } }, "is not allowed"],
  [
    "a place",
    { crate: { source: "git+https://example.com/lzw" } },
    "it comes from git+https://example.com/lzw, not from the registry",
  ],
  [
    "another registry",
    { npm: { resolved: "https://example.com/left.tgz" } },
    "it comes from https://example.com/left.tgz",
  ],
  ["no checksum", { checksum: "" }, "crates lzw 1.2.3: the lockfile has no hash of it"],
  ["no integrity", { npm: { integrity: undefined } }, "npm @a/left 4.5.6: the lockfile has no hash of it"],
  ["a script", { npm: { hasInstallScript: true } }, "npm @a/left 4.5.6: it runs a script when it is installed"],
])("%s is found", (_, given, fault) => {
  const { status, stderr } = supply(given);
  expect(stderr).toContain(fault);
  expect(status).toBe(1);
});

test.each(["MIT OR GPL-2.0", "(MIT OR GPL-2.0) AND Unicode-3.0", "GPL-2.0/MIT"])("%s is allowed", (license) => {
  expect(supply({ crate: { license } }).stderr).toBe("");
});
