// `npm run evaluate`: makes the labelled set if it is missing, asks the engine about every file of it and of the real
// corpus, prints the numbers and writes them with pictures of all misses and false alarms.
//   --set DIR       another set (default: evaluate/out)       --real DIR   other real files (default: ../shared/corpora/real)
//   --report DIR    where to write (default: evaluate/out/report)          --no-pictures
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { askAll, progressLine } from "./score/ask.ts";
import { type Judged, readJudged, readLabels, realFiles } from "./score/labels.ts";
import { mark } from "./score/mark.ts";
import { missClasses } from "./score/misses.ts";
import { count, honest, type Scored, traceable } from "./score/numbers.ts";
import { page, type Real } from "./score/page.ts";
import { summary } from "./score/print.ts";
import { realNumbers, realSummary } from "./score/real.ts";

const here = import.meta.dirname;
const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: join(here, "out") },
    real: { type: "string", default: join(here, "../../shared/corpora/real") },
    report: { type: "string", default: join(here, "out/report") },
    pictures: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const set = resolve(options.set);
const report = resolve(options.report);

if (!existsSync(join(set, "manifest.json"))) make();
const files = await judgeSet();
const real = await judgeReal();

const unsteady = await judgeAgain();

const numbers = count(files);
const classes = missClasses(files);
process.stdout.write(`${summary(numbers, classes)}\n${realSummary(realNumbers(real))}`);
process.stdout.write(`Answered otherwise when asked again: ${unsteady.length === 0 ? "none" : unsteady.join(" ")}\n`);
mkdirSync(report, { recursive: true });
const everything = {
  numbers,
  real: realNumbers(real),
  unsteady,
  missed: classes,
  files,
  accusedRealFiles: real.filter(({ verdict }) => accused(verdict)),
};
// Without times, so that the same files give the same numbers, byte for byte.
const timeless = (key: string, value: unknown) => (key === "milliseconds" ? undefined : value);
writeFileSync(join(report, "numbers.json"), `${JSON.stringify(everything, timeless, 1)}\n`);
const shown = files.filter(
  (file) =>
    file.mark.violations.length > 0 || (traceable(file) ? !file.mark.accused : honest(file) && file.mark.accused),
);
const listed = real.filter(({ verdict }) => accused(verdict));
const html = await page(
  { set, folder: report, numbers, classes, files, real: listed },
  options.pictures,
  progressLine("pictures", shown.length),
);
writeFileSync(join(report, "index.html"), html);
process.stdout.write(`\n${join(report, "index.html")}\n`);

function accused(verdict: string) {
  return verdict === "suspicious" || verdict === "tampered";
}

function make() {
  if (set !== join(here, "out")) throw new Error(`${set} holds no manifest.json`);
  for (const command of [join(here, "setup"), join(here, "make")]) {
    process.stderr.write(`${command}\n`);
    if (spawnSync(command, { stdio: ["ignore", 2, 2] }).status !== 0) process.exit(1);
  }
}

async function judgeSet(): Promise<Scored[]> {
  const labels = readLabels(set);
  const paths = labels.map(({ file }) => join(set, file));
  const answers = await askAll(paths, progressLine("labelled files", paths.length));
  return labels.flatMap((label, n) => {
    const answer = answers[n];
    return answer ? [{ label, answer, mark: mark(label, answer) }] : [];
  });
}

/** Every tenth file once more: the same bytes must give the same findings in the same order. */
async function judgeAgain(): Promise<string[]> {
  const some = files.filter((_, n) => n % 10 === 0);
  const paths = some.map(({ label }) => join(set, label.file));
  const answers = await askAll(paths, progressLine("asked again", paths.length));
  const told = (answer: object | undefined) => JSON.stringify({ ...answer, milliseconds: 0 });
  return some.filter(({ answer }, n) => told(answer) !== told(answers[n])).map(({ label }) => label.file);
}

async function judgeReal(): Promise<Real[]> {
  const names = realFiles(resolve(options.real));
  const answers = await askAll(
    names.map((name) => join(resolve(options.real), name)),
    progressLine("real files", names.length),
  );
  const judged: Judged[] = readJudged(join(here, "judged.tsv"));
  return names.flatMap((file, n) => {
    const answer = answers[n];
    if (!answer) return [];
    const verdict =
      answer.error ?? (answer.basis === "negative" ? String(answer.verdict) : `${answer.verdict} (${answer.basis})`);
    return [{ file, verdict, signals: answer.signals, judged: judged.find(({ hash }) => file.startsWith(hash)) }];
  });
}
