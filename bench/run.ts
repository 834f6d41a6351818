// The engine beside its peers, in one run over the same files: `node bench/run.ts [--every N] [--as-built] [FILE…]`.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { header, row, type Sample } from "./figures.ts";
import { growth } from "./growth.ts";
import { merged } from "./merged.ts";
import { Meter } from "./meter.ts";
import { cold, prepare, root, warm } from "./tools.ts";

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

/** The collection of real files beside the project, or the fixtures. */
function found(): string[] {
  const real = join(root, "../shared/corpora/real");
  const folder = existsSync(real) ? real : join(root, "fixtures");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".pdf"));
  return names.sort().map((name) => join(folder, name));
}

/** Files one by one, and each with every tool in turn: what else the machine does meets all alike. */
async function measureCold(files: string[]): Promise<void> {
  const meter = new Meter();
  const samples = cold.map((): Sample[] => []);
  for (const [turn, path] of files.entries()) {
    const bytes = statSync(path).size;
    for (let step = 0; step < cold.length; step++) {
      const index = (turn + step) % cold.length;
      const tool = cold[index];
      if (tool) samples[index]?.push(await meter.run(tool.command(path), bytes));
    }
  }
  // Memory does not depend on what else runs: a part of the files, and the largest of them all.
  const largest = files.toSorted((a, b) => statSync(b).size - statSync(a).size).slice(0, 20);
  const part = new Set([...files.filter((_, index) => index % 8 === 0), ...largest]);
  const memory = cold.map((): number[] => []);
  for (const path of part) {
    for (const [index, tool] of cold.entries()) memory[index]?.push(await meter.memory(tool.command(path)));
  }
  const floor: Sample[] = [];
  for (let count = 0; count < 50; count++) floor.push(await meter.run(["true"], 0));
  meter.end();
  const base = samples[cold.findIndex(({ name }) => name === "ours: analyze")] ?? [];
  console.log(`\nOne process a file, ${files.length} files:\n\n${header}`);
  for (const [index, { name }] of cold.entries()) console.log(row(name, samples[index] ?? [], base, memory[index]));
  console.log(row("(nothing: true)", floor, base));
}

async function measureWarm(files: string[]): Promise<void> {
  const all: { name: string; samples: Sample[]; cpu: number; rss: number }[] = [];
  const meter = new Meter();
  for (const { name, command, unit } of warm) {
    const [program = "", ...rest] = command;
    const lines = execFileSync(program, [...rest, ...files], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const samples = lines
      .split("\n")
      .map((line) => line.split("\t"))
      .filter(([time, path]) => path && Number.isFinite(Number(time)))
      .map(([time, path]): Sample => {
        const seconds = Number(time) * unit;
        return { wall: seconds, cpu: seconds, bytes: statSync(path ?? "").size };
      });
    const whole = [...command, ...files];
    all.push({ name, samples, cpu: (await meter.run(whole, 0)).cpu, rss: await meter.memory(whole) });
  }
  meter.end();
  const base = all.find(({ name }) => name === "ours: analyze")?.samples ?? [];
  console.log(`\nOne process for all files, wall time of each (cpu columns too):\n\n${header}`);
  for (const { name, samples } of all) console.log(row(name, samples, base));
  for (const { name, cpu, rss } of all) {
    console.log(`\n${name}: whole process ${cpu.toFixed(2)} s cpu, ${(rss / 1e6).toFixed(0)} MB`);
  }
}

if (!process.argv.includes("--as-built")) prepare();
const every = option("--every", 1);
const named = process.argv.slice(2).filter((argument) => argument.endsWith(".pdf"));
const all = named.length > 0 ? named : found();
const files = all.filter((_, index) => index % every === 0);
const load = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");
const model = /model name\s*: (.*)/.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1] ?? "";
console.log(`${new Date().toISOString().slice(0, 16)}, ${cpus().length} × ${model}, load ${load()}`);
await measureCold(files);
await measureWarm(files);
console.log(`\nGrowth (slope of the logarithms; time and speed at the largest):\n\n${await growth()}`);
console.log(`\nFiles merged into large ones, parsed:\n\n${await merged(all)}`);
console.log(`\nload at the end ${load()}`);
