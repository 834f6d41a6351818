// The example of the client's README is compiled and run as it stands, against a real service.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";
import { pdf } from "../pdf.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
let folder: string;
let service: TestService;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
  folder = mkdtempSync(join(tmpdir(), "assay-client-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

test("the example compiles and does what it says", async () => {
  const { key } = await service.newOrganization({ checks: 7 });
  const [example = ""] =
    /(?<=^```ts\n)[\s\S]*?(?=^```$)/m.exec(readFileSync(join(repository, "client/README.md"), "utf8")) ?? [];
  writeFileSync(join(folder, "example.mts"), example);
  writeFileSync(join(folder, "statement.pdf"), pdf());
  const installed = join(folder, "node_modules/@assay/client");
  mkdirSync(installed, { recursive: true });
  cpSync(join(repository, "client/package.json"), join(installed, "package.json"));
  compile("--project", join(repository, "client"), "--outDir", join(installed, "dist"));
  mkdirSync(join(folder, "node_modules/@types"));
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name), "junction");
  }
  const options = ["--strict", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  compile(...options, join(folder, "example.mts"));

  const env = { ...process.env, ASSAY_URL: service.url, ASSAY_KEY: key };
  const ran = spawn(process.execPath, ["example.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  ran.stdout.on("data", (text) => {
    said += text;
  });
  expect(await once(ran, "close")).toEqual([0, null]);
  expect(said).toMatch(/^\w+ \d+ https:\/\/assay\.test\/documents\/doc_\w+\ndoc_\w+ \w+\n404 not_found\n6\n$/);
});

function compile(...args: string[]): void {
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...args], { encoding: "utf8", cwd: folder });
  expect([status, stdout]).toEqual([0, ""]);
}
