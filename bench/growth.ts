// How cost grows with each kind of size: generated files at N, 2N, 4N …, and the slope for each stage.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { slope } from "./figures.ts";
import { file, type Kind, kinds } from "./files.ts";
import { alone, cost, Meter } from "./meter.ts";

/** Sizes start where the work outweighs what every file costs. A report covers at most 100 pages. */
const first: Record<Kind, number> = {
  pages: 6,
  objects: 4000,
  "object-stream": 4000,
  saves: 64,
  text: 2000,
  forms: 500,
  annotations: 2000,
  fonts: 250,
};

export async function growth(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "growth-"));
  const meter = new Meter();
  const floor = await cost(meter, "parse", "/dev/null", 0);
  const rows: string[] = [];
  for (const kind of kinds) {
    const sizes = [0, 1, 2, 3, 4].map((power) => first[kind] * 2 ** power);
    const points = sizes.map((count) => {
      const path = join(folder, `${kind}-${count}.pdf`);
      const bytes = file(kind, count);
      writeFileSync(path, bytes);
      return { count, path, bytes: bytes.length };
    });
    const cells: string[] = [];
    for (const stage of ["parse", "content", "analyze"]) {
      const times: number[] = [];
      for (const { path } of points) times.push(await cost(meter, stage, path, floor));
      const last = times.at(-1) ?? Number.NaN;
      const exponent = slope(points.map(({ count }, index) => [count, times[index] ?? Number.NaN]));
      const speed = (points.at(-1)?.bytes ?? 0) / 1e6 / last;
      cells.push(`${exponent.toFixed(2)} (${(1000 * last).toFixed(1)} ms, ${speed.toFixed(0)} MB/s)`);
    }
    const last = points.at(-1);
    cells.push(last ? `${(last.bytes / 1e6 / (await alone(meter, "parse", last.path))).toFixed(0)} MB/s` : "");
    const size = ((last?.bytes ?? 0) / 1e6).toFixed(2);
    rows.push(`| ${kind} | ${sizes[0]} to ${sizes.at(-1)}, ${size} MB | ${cells.join(" | ")} |`);
  }
  meter.end();
  rmSync(folder, { recursive: true });
  return ["| grows | sizes | parse | content | analyze | parse alone |", "|---|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}
