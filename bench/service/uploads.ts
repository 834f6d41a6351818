// Are two replicas ever slower than one? Uploads of one file, from so many clients at once, to one process and to two in turn, on
// the PostgreSQL of DATABASE_URL: `node bench/service/uploads.ts [--seconds N] [--dist FOLDER]… FILE`.
import { readFileSync } from "node:fs";
import { load, type Measured, numbers, quantiles, texts, upload, withService } from "./service.ts";

const CLIENTS = [1, 8, 64];
const WARMING = 1_000;

const seconds = numbers("--seconds", 5);
const file = readFileSync(process.argv.at(-1) ?? "");

async function measure({ keys, replicas }: Measured, clients: number): Promise<(string | number)[]> {
  const one = (number: number) =>
    upload(replicas[number % replicas.length]?.port ?? 0, keys[number % keys.length] ?? "", file);
  await load(clients, WARMING, one);
  const began = performance.now();
  const times = await load(clients, seconds * 1_000, one);
  const took = (performance.now() - began) / 1_000;
  return [(times.length / took).toFixed(1), ...quantiles(times)];
}

if (!process.env.DATABASE_URL) throw new Error("Set DATABASE_URL: replicas share a PostgreSQL.");
console.log(
  "| service | replicas | clients | uploads/s | p50 ms | p95 | p99 | max |\n|---|---|---|---|---|---|---|---|",
);
const places = texts("--dist");
for (const dist of places.length > 0 ? places : ["dist"]) {
  for (const clients of CLIENTS) {
    for (const replicas of [1, 2]) {
      const figures = await withService(dist, replicas, (service) => measure(service, clients));
      console.log(`| ${[dist, replicas, clients, ...figures].join(" | ")} |`);
    }
  }
}
