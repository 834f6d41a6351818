// Medians, sums and slopes, and the rows of the tables.

export interface Sample {
  wall: number;
  cpu: number;
  bytes: number;
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

export function quantile(values: number[], share: number): number {
  return sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

/** The exponent with which cost grows with size: the slope of the line through the logarithms. */
export function slope(points: [number, number][]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const [mx, my] = [sum(logs.map(([x]) => x)) / logs.length, sum(logs.map(([, y]) => y)) / logs.length];
  return sum(logs.map(([x, y]) => (x - mx) * (y - my))) / sum(logs.map(([x]) => (x - mx) ** 2));
}

const ms = (seconds: number) => (1000 * seconds).toFixed(2);

/** One row of a table, with the ratios of median and sum of processor time to those of `base`. */
export function row(name: string, samples: Sample[], base: Sample[], memory: number[] = []): string {
  const cpu = samples.map((sample) => sample.cpu);
  const wall = samples.map((sample) => sample.wall);
  const baseCpu = base.map((sample) => sample.cpu);
  const megabytes = sum(samples.map(({ bytes }) => bytes)) / 1e6;
  const ratios = [quantile(cpu, 0.5) / quantile(baseCpu, 0.5), sum(cpu) / sum(baseCpu)];
  const cells = [
    name,
    ms(quantile(cpu, 0.5)),
    ms(quantile(cpu, 0.95)),
    ms(Math.max(...cpu)),
    sum(cpu).toFixed(2),
    (megabytes / sum(cpu)).toFixed(1),
    ms(quantile(wall, 0.5)),
    sum(wall).toFixed(2),
    memory.length > 0 ? (quantile(memory, 0.5) / 1e6).toFixed(1) : "",
    memory.length > 0 ? (Math.max(...memory) / 1e6).toFixed(1) : "",
    ...ratios.map((ratio) => `${ratio.toFixed(2)}×`),
  ];
  return `| ${cells.join(" | ")} |`;
}

export const header = [
  "| tool | cpu median ms | p95 | max | cpu sum s | MB/s | wall median ms | wall sum s | RSS median MB | RSS peak | median to ours | sum to ours |",
  `|---${"|---".repeat(11)}|`,
].join("\n");
