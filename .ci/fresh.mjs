// Are the generated files what their sources give? Says which command makes the stale ones anew.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const MIGRATIONS = "src/db/migrations";

const isFresh = (script) => spawnSync(process.execPath, [script, "--check"], { stdio: "inherit" }).status === 0;
const addon = isFresh("native/generate.mjs");
const client = isFresh("client/generate.mjs");
const migrations = await sameMigrations();
process.exit(addon && client && migrations ? 0 : 1);

/** drizzle-kit adds a migration where the schema has moved on; in a copy, so that looking changes nothing. */
async function sameMigrations() {
  const copy = mkdtempSync(join(tmpdir(), "assay-migrations-"));
  try {
    cpSync(MIGRATIONS, copy, { recursive: true });
    // It takes a path from the working directory only.
    const out = ["--schema", "src/db/{schema,people}.ts", "--out", relative(process.cwd(), copy)];
    const { status, stdout, stderr } = spawnSync("drizzle-kit", ["generate", "--dialect", "postgresql", ...out], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    const added = readdirSync(copy).filter((file) => !readdirSync(MIGRATIONS).includes(file));
    if (status === 0 && added.length === 0) return true;
    console.error(
      status === 0 ? `${MIGRATIONS} is behind src/db/schema.ts: run npm run db:generate.` : stdout + stderr,
    );
    return false;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
