// One command gives everything one version: in a copy of the files that say it, with a repository of its own.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const FILES = [
  "package.json",
  "package-lock.json",
  "client/package.json",
  "native/package.json",
  "native/binding.js",
  "Cargo.toml",
  "Cargo.lock",
  "fuzz/Cargo.lock",
];
const now: string = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")).version;
let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "assay-version-"));
  for (const file of FILES) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(repository, file), join(copy, file));
  }
  writeFileSync(
    join(copy, "CHANGELOG.md"),
    "# Changes\n\n## Unreleased\n\n- Reads faster.\n\n## 0.0.9 · 2020-01-01\n\n- Old.\n",
  );
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "as it is");
});
afterEach(() => rmSync(copy, { recursive: true }));

const ENVIRONMENT = {
  ...process.env,
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

function git(...args: string[]): string {
  const ran = spawnSync("git", args, { cwd: copy, encoding: "utf8", env: ENVIRONMENT });
  expect(ran.stderr).toBe("");
  return ran.stdout;
}

function release(version: string) {
  const script = join(repository, "release/version.mjs");
  const env = { ...ENVIRONMENT, RELEASE_ROOT: copy };
  return spawnSync(process.execPath, [script, version], { encoding: "utf8", env });
}

const text = (file: string) => readFileSync(join(copy, file), "utf8");

test("every file says the new version where it said the old one, and a tag names it", () => {
  expect(release("9.8.7")).toMatchObject({ status: 0, stderr: "" });
  const { version, dependencies } = JSON.parse(text("package.json"));
  expect([version, dependencies["@assay/engine"]]).toEqual(["9.8.7", "9.8.7"]);
  for (const folder of ["client", "native"]) {
    expect(JSON.parse(text(`${folder}/package.json`)).version).toBe("9.8.7");
  }
  const { packages } = JSON.parse(text("package-lock.json"));
  expect([packages[""].version, packages.native.version, packages[""].dependencies["@assay/engine"]]).toEqual([
    "9.8.7",
    "9.8.7",
    "9.8.7",
  ]);
  expect(text("Cargo.toml")).toContain('[workspace.package]\nversion = "9.8.7"');
  for (const lock of ["Cargo.lock", "fuzz/Cargo.lock"]) {
    const ours = [...text(lock).matchAll(/name = "assay-(?!fuzz)[a-z]+"\nversion = "(.*)"/g)].map(([, found]) => found);
    expect(new Set(ours)).toEqual(new Set(["9.8.7"]));
  }
  expect(text("native/binding.js")).not.toContain(now);
  expect(text("CHANGELOG.md")).toMatch(
    /^# Changes\n\n## Unreleased\n\n## 9\.8\.7 · \d{4}-\d\d-\d\d\n\n- Reads faster\./,
  );
  expect(git("tag")).toBe("v9.8.7\n");
  expect(git("status", "--porcelain")).toBe("");
});

test("what other packages have of the same number stays", () => {
  const others = (lock: string) => lock.replaceAll(/name = "assay-[a-z]+"\nversion = ".*"/g, "");
  const before = others(text("Cargo.lock"));
  release("9.8.7");
  expect(others(text("Cargo.lock"))).toBe(before);
});

test.each([
  ["no version", "next", () => undefined, /"next" is no version/],
  ["the same version", now, () => undefined, /the version is .* already/],
  [
    "something that is not committed",
    "9.8.7",
    () => writeFileSync(join(copy, "new"), ""),
    /something is not committed/,
  ],
  [
    "nothing to say",
    "9.8.7",
    () => {
      writeFileSync(join(copy, "CHANGELOG.md"), "# Changes\n\n## Unreleased\n\n## 0.0.9 · 2020-01-01\n\n- Old.\n");
      git("commit", "--quiet", "--all", "-m", "emptied");
    },
    /nothing under "## Unreleased"/,
  ],
])("%s is refused, and nothing is written", (_, version, prepare, sentence) => {
  prepare();
  const before = FILES.map(text);
  const { status, stderr } = release(version);
  expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  expect(FILES.map(text)).toEqual(before);
  expect(git("tag")).toBe("");
});
