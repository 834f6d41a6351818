// `npm run evaluate`: makes the labelled set if it is missing, asks the engine about every file of it and of the real
// collections, prints the numbers and writes them with pictures of all misses and of all accusations of files that may be honest.
//   --set DIR       another set (default: evaluate/out)       --real DIR,DIR   other real files (default: ../shared/corpora/…)
//   --report DIR    where to write (default: evaluate/out/report)              --no-pictures
//   --docs          writes the counted parts of docs/accuracy.md and of the README anew
//   --judgements FILE   adds what was judged on the report's page to judged.tsv, before anything is asked
//   --accept        writes accused.tsv anew and asks nothing else: what is accused of the real files today is as it should be
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openEngine, type WholeEngine } from "../src/engine/engine.ts";
import { accuracyTables, paragraph, withCounted } from "./score/accuracy.ts";
import { accept, askWhoIsAccused, FOLDERS, JUDGED, missingFolders, realFiles } from "./score/accused.ts";
import { askAll, progressLine } from "./score/ask.ts";
import { honestNumbers, isAccused, type Looked, lookedAtMade, lookedAtReal } from "./score/honest.ts";
import { honestPage } from "./score/honest-page.ts";
import { takeJudgements } from "./score/judged.ts";
import { readLabels } from "./score/labels.ts";
import { mark } from "./score/mark.ts";
import { missClasses } from "./score/misses.ts";
import { count, honest, type Scored, traceable } from "./score/numbers.ts";
import { page } from "./score/page.ts";
import { honestSummary, summary } from "./score/print.ts";

const here = import.meta.dirname;
const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: join(here, "out") },
    real: { type: "string", default: FOLDERS.join(",") },
    report: { type: "string", default: join(here, "out/report") },
    pictures: { type: "boolean", default: true },
    docs: { type: "boolean", default: false },
    judgements: { type: "string" },
    accept: { type: "boolean", default: false },
  },
  allowNegative: true,
});
const set = resolve(options.set);
const report = resolve(options.report);
const folders = options.real.split(",").map((folder) => resolve(folder));

if (options.judgements !== undefined) {
  process.stdout.write(`${takeJudgements(JUDGED, options.judgements)} judgements taken\n`);
}
if (options.accept) await acceptAccused();
else await evaluate();

async function acceptAccused() {
  const missing = missingFolders();
  if (missing.length > 0) throw new Error(`The real files are not at hand: ${missing.join(", ")}`);
  const accused = await askWhoIsAccused(realFiles());
  accept(accused);
  process.stdout.write(`${accused.size} real files are accused; the difference of accused.tsv is the review\n`);
}

async function evaluate() {
  if (!existsSync(join(set, "manifest.json"))) make();
  const files = await judgeSet();
  const looked = [...(await judgeReal()), ...lookedAtMade(files, (file) => join(set, file))];
  const unsteady = await judgeAgain(files);

  const numbers = count(files);
  const honestOnes = honestNumbers(looked);
  const classes = missClasses(files);
  process.stdout.write(`${summary(numbers, classes)}\n${honestSummary(honestOnes)}`);
  process.stdout.write(`Answered otherwise when asked again: ${unsteady.length === 0 ? "none" : unsteady.join(" ")}\n`);

  mkdirSync(report, { recursive: true });
  const accused = looked.filter(isAccused);
  const everything = { numbers, honest: honestOnes, unsteady, missed: classes, files, accused };
  // Without times and places of this machine, so that the same files give the same numbers, byte for byte.
  const timeless = (key: string, value: unknown) => (key === "milliseconds" || key === "path" ? undefined : value);
  writeFileSync(join(report, "numbers.json"), `${JSON.stringify(everything, timeless, 1)}\n`);
  const engine = await openEngine({ size: 1 });
  try {
    await writePages(files, looked, options.pictures ? engine : undefined);
    if (options.docs) writeDocs(engine.version);
  } finally {
    await engine.close();
  }

  async function writePages(all: Scored[], asked: Looked[], drawing: WholeEngine | undefined) {
    const shown = all.filter(
      (file) =>
        file.mark.violations.length > 0 || (traceable(file) ? !file.mark.accused : honest(file) && file.mark.accused),
    );
    const judged = await honestPage(asked, honestOnes, report, drawing, progressLine("accusations", accused.length));
    writeFileSync(join(report, "honest.html"), judged);
    const whole = { set, folder: report, numbers, classes, files: all };
    writeFileSync(join(report, "index.html"), await page(whole, drawing, progressLine("pictures", shown.length)));
    process.stdout.write(`\n${join(report, "index.html")}\n${join(report, "honest.html")}\n`);
  }

  function writeDocs(engineVersion: string) {
    const root = join(here, "..");
    const toml = readFileSync(join(root, "crates/forensics/rules/rules.toml"), "utf8");
    const rules = /^revision = "(.*)"$/m.exec(toml)?.[1] ?? "";
    const date = new Date().toISOString().slice(0, 10);
    const measured = { date, engine: engineVersion, rules, honest: honestOnes, numbers };
    const counted = { "docs/accuracy.md": accuracyTables(measured), "README.md": paragraph(measured) };
    for (const [name, text] of Object.entries(counted)) {
      const path = join(root, name);
      writeFileSync(path, withCounted(readFileSync(path, "utf8"), text));
    }
    process.stdout.write("docs/accuracy.md and README.md written\n");
  }
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
async function judgeAgain(files: Scored[]): Promise<string[]> {
  const some = files.filter((_, n) => n % 10 === 0);
  const paths = some.map(({ label }) => join(set, label.file));
  const answers = await askAll(paths, progressLine("asked again", paths.length));
  const told = (answer: object | undefined) => JSON.stringify({ ...answer, milliseconds: 0 });
  return some.filter(({ answer }, n) => told(answer) !== told(answers[n])).map(({ label }) => label.file);
}

async function judgeReal(): Promise<Looked[]> {
  const files = realFiles(folders);
  const answers = await askAll(
    files.map(({ path }) => path),
    progressLine("real files", files.length),
  );
  return lookedAtReal(files, answers);
}
