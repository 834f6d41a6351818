// What the packages are made of, and whether it may be: every crate and npm package from its registry and with its
// hash, under a licence that is allowed, without a script of its own at installation. `--sbom FILE` writes the list as CycloneDX
// 1.6. Needs no network but for crates that cargo has not fetched yet; known vulnerabilities are asked elsewhere (docs/security.md).
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = process.env.SUPPLY_ROOT ? pathToFileURL(`${process.env.SUPPLY_ROOT}/`) : new URL("../", import.meta.url);

/** Each may go into a work under Apache-2.0 that is handed out as a binary; MPL-2.0 only as a library that stays as it is, OFL-1.1
 * is that of fonts, which may be bundled and embedded. */
const ALLOWED = new Set(
  "0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0 Unicode-3.0 Unlicense Zlib".split(" "),
);
const ALLOWED_IN_NPM = new Set([...ALLOWED, "MPL-2.0", "OFL-1.1", "PSF-2.0"]);

/** Packages whose manifest names no licence, and the one that its LICENSE says. */
const STATED_ELSEWHERE = { "png-js": "MIT" };
/** Packages that may run a script when they are installed; npm is told to skip those that are not needed (allowScripts). */
const WITH_SCRIPT = new Set(["esbuild"]);
const REGISTRY = {
  crates: "registry+https://github.com/rust-lang/crates.io-index",
  npm: "https://registry.npmjs.org/",
};

const components = [...crates(), ...npmPackages()];
const faults = [...components.flatMap(faultsOf), ...deny()];
for (const fault of faults) console.error(fault);
console.log(`${components.length} packages, ${faults.length} faults`);
const [flag, file] = process.argv.slice(2);
if (flag === "--sbom") writeFileSync(file, `${JSON.stringify(sbom(), null, 2)}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function crates() {
  const args = ["metadata", "--format-version", "1", "--locked"];
  const { status, stdout, stderr } = spawnSync("cargo", args, {
    cwd: fileURLToPath(root),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  const hashes = new Map(
    [...text("Cargo.lock").matchAll(/name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"/g)].map(
      ([, name, version, hash]) => [`${name} ${version}`, hash],
    ),
  );
  return JSON.parse(stdout)
    .packages.filter(({ source, manifest_path }) => source || !manifest_path.startsWith(fileURLToPath(root)))
    .map(({ name, version, license, source }) => ({
      kind: "crates",
      name,
      version,
      licence: (license ?? "").replaceAll("/", " OR "),
      source,
      hash: { alg: "SHA-256", content: hashes.get(`${name} ${version}`) },
      purl: `pkg:cargo/${name}@${version}`,
    }));
}

function npmPackages() {
  return Object.entries(JSON.parse(text("package-lock.json")).packages)
    .filter(([path, { link }]) => path.startsWith("node_modules/") && !link)
    .map(([path, { version, license, resolved, integrity, hasInstallScript, dev, optional }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return {
        kind: "npm",
        name,
        version,
        licence: license ?? STATED_ELSEWHERE[name] ?? "",
        source: resolved ?? REGISTRY.npm,
        hash: { alg: "SHA-512", content: hex(integrity) },
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        script: hasInstallScript === true,
        dev: dev === true,
        optional: optional === true,
      };
    });
}

function faultsOf({ kind, name, version, licence, source, hash, script, dev, optional }) {
  const allowed = kind === "npm" ? ALLOWED_IN_NPM : ALLOWED;
  return [
    !isAllowed(licence, allowed) && `its licence, ${licence || "none"}, is not allowed`,
    !source?.startsWith(REGISTRY[kind]) && `it comes from ${source ?? "a folder"}, not from the registry`,
    // Development programs for other machines were not to be had where the lockfile was made.
    !hash.content && !(dev && optional) && "the lockfile has no hash of it",
    script && !WITH_SCRIPT.has(name) && "it runs a script when it is installed",
  ]
    .filter(Boolean)
    .map((fault) => `${kind} ${name} ${version}: ${fault}`);
}

/** What cargo-deny says by deny.toml, where it is installed. */
function deny() {
  const args = ["deny", "--all-features", "check", "bans", "licenses", "sources"];
  if (spawnSync("cargo", ["deny", "--version"], { cwd: fileURLToPath(root) }).status !== 0) return [];
  const { status, stdout, stderr } = spawnSync("cargo", args, { cwd: fileURLToPath(root), encoding: "utf8" });
  return status === 0 ? [] : [stdout + stderr];
}

/** An SPDX expression: of alternatives one must be allowed, of what is joined by AND all. */
function isAllowed(expression, allowed) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  const either = () => {
    let holds = both();
    while (taken("OR")) holds = both() || holds;
    return holds;
  };
  const both = () => {
    let holds = one();
    while (taken("AND")) holds = one() && holds;
    return holds;
  };
  const one = () => {
    if (!taken("(")) return allowed.has(tokens.shift());
    const holds = either();
    if (!taken(")")) tokens.push("an unclosed parenthesis");
    return holds;
  };
  const taken = (token) => tokens[0] === token && tokens.shift() !== undefined;
  return either() && tokens.length === 0;
}

/** Only what users get: what merely builds and tests is left out. */
function sbom() {
  const shipped = components.filter(({ dev, name }) => !dev && !/^node-(darwin|linux|win)-/.test(name));
  const { name, version } = JSON.parse(text("package.json"));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component: { type: "application", name, version } },
    components: shipped.map(({ name, version, licence, hash, purl }) => ({
      type: "library",
      name,
      version,
      purl,
      "bom-ref": purl,
      hashes: [hash],
      licenses: [{ expression: licence }],
    })),
  };
}

function hex(integrity) {
  const hash = /^sha512-(.+)$/.exec(integrity ?? "")?.[1];
  return hash && Buffer.from(hash, "base64").toString("hex");
}

function text(file) {
  return readFileSync(new URL(file, root), "utf8");
}
