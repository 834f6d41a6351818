// What a generator makes of the OpenAPI document works: a Python client, made from the running service and used against
// it. Left out where there is no openapi-python-client in the PATH; .ci/run brings one.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed, engineByHand } from "../engine-by-hand.ts";
import { openService, type TestService } from "../harness.ts";
import { pdf } from "../pdf.ts";

const GENERATOR = "openapi-python-client";
const programs = (process.env.PATH ?? "").split(delimiter).find((folder) => existsSync(join(folder, GENERATOR)));

let folder: string;
let service: TestService;

beforeAll(async () => {
  const engine = engineByHand();
  engine.always(completed());
  service = await openService({ engine });
  folder = mkdtempSync(join(tmpdir(), "assay-python-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

test.skipIf(!programs)("a generated Python client checks, reads, lists and deletes", async () => {
  const { key } = await service.newOrganization({ checks: 5 });
  const document = `${service.url}/api/v1/openapi.json`;
  const made = await run(GENERATOR, "generate", "--url", document, "--output-path", "assay", "--meta", "none");
  expect(made.said).not.toMatch(/warning|unable|error/i);
  expect(made.status).toBe(0);
  writeFileSync(join(folder, "statement.pdf"), pdf());
  // The interpreter beside the generator has the libraries that its clients need.
  const script = fileURLToPath(new URL("use.py", import.meta.url));
  const used = await run(join(programs ?? "", "python3"), script, service.url, key, "statement.pdf");
  expect(used.said).toMatch(/^completed \w+ case-7 lettings statement\.pdf\n\[True\]\nTrue\nnot_found 1\n$/);
  expect(used.status).toBe(0);
});

/** Beside this process, which is the service. */
function run(command: string, ...args: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1" },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, said })));
}
