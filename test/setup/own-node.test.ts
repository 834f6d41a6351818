// What is said where packages are installed with an old Node.js.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../setup/own-node.mjs", import.meta.url));

function said(npm: string | undefined, flags: string[] = [], command = "ci"): string {
  const env = { npm_command: command, ...(npm && { npm_config_user_agent: npm }) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, script], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

test.each(["20.20.2", "18.0.0", "22.11.0"])("npm on Node.js %s: one sentence names both", (old) => {
  expect(said(`npm/11.19.1 node/v${old} linux x64 workspaces/false`)).toBe(
    `npm runs on Node.js ${old}; the npm scripts of this folder run on its own Node.js ${process.versions.node}.\n`,
  );
});

test.each(["npm/11.19.1 node/v22.12.0 linux x64", "npm/11.19.1 node/v24.0.0 linux x64", "yarn/9", undefined])(
  "%s: nothing",
  (npm) => expect(said(npm)).toBe(""),
);

// `run` is what npm 11 calls it.
test.each(["run", "run-script"])("nothing at npm %s: it was said when packages were installed", (command) => {
  expect(said("npm/11.19.1 node/v20.20.2 linux x64", [], command)).toBe("");
});

test("nothing where the scripts have no newer one either: the build refuses that", () => {
  const old = `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})`;
  expect(said("npm/11.19.1 node/v20.20.2 linux x64", ["--import", old])).toBe("");
});
