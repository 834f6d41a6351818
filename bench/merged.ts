// Parsing of large files as people have them: sound files at hand, merged by qpdf into documents of 1 to 20 MB.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alone, cost, Meter } from "./meter.ts";

/** Megabytes that are merged into one document; each file goes into one of them. */
const sizes = [1, 2, 4, 6, 10, 20];
/** How qpdf packs the objects. */
const packings = { tables: "disable", "object streams": "generate" };
/** Steps through the files, so that neighbours of one maker are spread. */
const STEP = 97;

/** Files divided into as many parts as there are sizes; qpdf merges only what it finds sound. */
function parts(files: string[]): string[][] {
  const sound = files.filter((file) => spawnSync("qpdf", ["--check", file]).status === 0);
  const spread = Array.from({ length: STEP }, (_, start) => sound.filter((_, index) => index % STEP === start)).flat();
  return sizes.map((size) => {
    const part: string[] = [];
    for (let left = size * 1e6; left > 0 && spread.length > 0; ) {
      const file = spread.shift() ?? "";
      part.push(file);
      left -= statSync(file).size;
    }
    return part;
  });
}

export async function merged(files: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "merged-"));
  const meter = new Meter();
  const floor = await cost(meter, "parse", "/dev/null", 0);
  const rows: string[] = [];
  for (const part of parts(files).filter(({ length }) => length > 0)) {
    for (const [packing, objects] of Object.entries(packings)) {
      const path = join(folder, "merged.pdf");
      execFileSync(
        "qpdf",
        ["--warning-exit-0", `--object-streams=${objects}`, "--empty", "--pages", ...part, "--", path],
        {
          stdio: "ignore",
        },
      );
      const megabytes = statSync(path).size / 1e6;
      const speeds = [await alone(meter, "parse", path), await cost(meter, "parse", path, floor)].map((time) =>
        (megabytes / time).toFixed(0),
      );
      rows.push(`| ${part.length} | ${packing} | ${megabytes.toFixed(2)} | ${speeds.join(" | ")} |`);
    }
  }
  meter.end();
  rmSync(folder, { recursive: true });
  return ["| files | objects in | MB | parse MB/s | with reading the file |", "|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}
