// How many reads a service answers, how long the slowest take, and what each costs of its processor time:
// `node bench/service/reads.ts [--seconds N] [--clients N] [--dist FOLDER]…`. Each FOLDER is a compiled service (`dist` unless
// said otherwise); they are measured in turn, on the database of DATABASE_URL (made anew) or the embedded one.
import { Agent, request } from "node:http";
import {
  KEYS_EACH,
  load,
  type Measured,
  numbers,
  processorMs,
  quantiles,
  texts,
  upload,
  withService,
} from "./service.ts";

const DOCUMENTS = 20;
const PDF = Buffer.from("%PDF-1.4\n");
const WARMING = 2_000;

const seconds = numbers("--seconds", 8);
const clients = numbers("--clients", 8);

/** Half of them lists, half usage. */
async function measure({ keys, replicas: [replica] }: Measured): Promise<(string | number)[]> {
  const { port = 0, pid } = replica ?? {};
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  for (let organization = 0; organization < DOCUMENTS; organization++) {
    await upload(port, keys[organization * KEYS_EACH] ?? "", PDF);
  }
  const one = (number: number) =>
    read(port, agent, number % 2 === 0 ? "/documents?limit=20" : "/usage", keys[number % keys.length] ?? "");
  await load(clients, WARMING, one);
  const before = processorMs(pid);
  const began = performance.now();
  const times = await load(clients, seconds * 1_000, one);
  const took = (performance.now() - began) / 1_000;
  const used = processorMs(pid) - before;
  agent.destroy();
  return [Math.round(times.length / took), (used / times.length).toFixed(2), ...quantiles(times)];
}

function read(port: number, agent: Agent, path: string, key: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}` };
    const asked = request({ port, host: "127.0.0.1", path: `/api/v1${path}`, agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        if (answer.statusCode !== 200) reject(new Error(`A read got ${answer.statusCode}.`));
        else resolve(performance.now() - began);
      });
    });
    asked.on("error", reject).end();
  });
}

console.log(
  `${process.env.DATABASE_URL ? "PostgreSQL" : "embedded database"}, ${clients} clients, ${seconds} s each\n`,
);
console.log("| service | reads/s | processor ms a read | p50 ms | p95 | p99 | max |\n|---|---|---|---|---|---|---|");
const places = texts("--dist");
for (const dist of places.length > 0 ? places : ["dist"]) {
  console.log(`| ${[dist, ...(await withService(dist, 1, measure))].join(" | ")} |`);
}
