// Gives everything that is released one version, moves what CHANGELOG.md has under "Unreleased" below it, commits and tags:
// `npm run release:version 0.2.0`. Refuses where something is uncommitted or nothing is unreleased.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.env.RELEASE_ROOT ?? fileURLToPath(new URL("..", import.meta.url));
const [next = ""] = process.argv.slice(2);
const { version: now } = JSON.parse(read("package.json"));
const escaped = now.replaceAll(".", "\\.");

/** In which files the version stands, and where in them. */
const PLACES = {
  "package.json": [`("version": )"${escaped}"`, `("@assay/engine": )"${escaped}"`],
  "native/package.json": [`("version": )"${escaped}"`],
  "client/package.json": [`("version": )"${escaped}"`],
  // The packages' own entries, and the dependency of the program on the engine.
  "package-lock.json": [
    `("name": "(?:assay|@assay/(?:client|engine))",\\s+"version": )"${escaped}"`,
    `("@assay/engine": )"${escaped}"`,
  ],
  // The loader compares it with that of the binary's package.
  "native/binding.js": [`(bindingPackageVersion !== )'${escaped}'`, `(version mismatch, expected )${escaped} `],
  "Cargo.toml": [`(\\[workspace\\.package\\]\\nversion = )"${escaped}"`],
  "Cargo.lock": [`(name = "assay-[a-z]+"\\nversion = )"${escaped}"`],
  "fuzz/Cargo.lock": [`(name = "assay-(?!fuzz)[a-z]+"\\nversion = )"${escaped}"`],
};

if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(next))
  fail(`"${next}" is no version: give one such as 0.2.0 or 0.2.0-beta.1.`);
if (next === now) fail(`the version is ${now} already.`);
if (git("status", "--porcelain") !== "") fail("something is not committed: a release is made of what is.");

const changed = Object.entries(PLACES).map(([file, patterns]) => [file, renumbered(file, patterns)]);
changed.push(["CHANGELOG.md", dated(read("CHANGELOG.md"))]);
for (const [file, text] of changed) writeFileSync(join(root, file), text);
git("add", ...changed.map(([file]) => file));
git("commit", "--quiet", "-m", `Release ${next}`);
git("tag", "--annotate", `v${next}`, "-m", `assay ${next}`);
console.log(`assay ${next} is committed and tagged: git push --follow-tags releases it.`);

function renumbered(file, patterns) {
  return patterns.reduce((text, pattern) => {
    const place = new RegExp(pattern, "g");
    if (!place.test(text)) fail(`${file} does not say ${now} where it should: ${pattern}`);
    return text.replace(place, (all, before) => all.replace(now, (_, at) => (at >= before.length ? next : now)));
  }, read(file));
}

function dated(changelog) {
  const notes = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1]?.trim();
  if (!notes) fail('CHANGELOG.md has nothing under "## Unreleased": say there what users get.');
  const today = new Date().toISOString().slice(0, 10);
  return changelog.replace("## Unreleased\n", `## Unreleased\n\n## ${next} · ${today}\n`);
}

function read(file) {
  return readFileSync(join(root, file), "utf8");
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) fail(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trim();
}

function fail(sentence) {
  console.error(`assay: ${sentence}`);
  process.exit(1);
}
