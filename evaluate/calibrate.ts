// `npm run calibrate`: fits weights and thresholds to the labelled set and to the real files judged honest, prints how
// they fare on producers and methods left out, and writes them into the rules file. The same files give the same rules.
//   --set DIR   (default: evaluate/out)      --real DIR   (default: ../shared/corpora/real)      --dry   writes nothing
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fitRules, REAL, type Sample } from "./calibrate/fit.ts";
import { type HeldOut, heldOut, leaveOut } from "./calibrate/folds.ts";
import { judge } from "./calibrate/judge.ts";
import { parseRules, writeRules } from "./calibrate/rules-file.ts";
import { readSignalTable } from "./calibrate/signal-table.ts";
import { askAll, progressLine } from "./score/ask.ts";
import { readJudged, readLabels, realFiles } from "./score/labels.ts";
import { fraction, table as printed } from "./score/print.ts";

const here = import.meta.dirname;
const forensics = join(here, "../crates/forensics");
const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: join(here, "out") },
    real: { type: "string", default: join(here, "../../shared/corpora/real") },
    dry: { type: "boolean", default: false },
  },
});

const table = readSignalTable(join(forensics, "rules/signals.tsv"));
const samples = [...(await labelled(resolve(options.set))), ...(await real(resolve(options.real)))];
const { rules, weights } = fitRules(samples, table);
const path = join(forensics, "rules/rules.toml");
const before = readFileSync(path, "utf8");
report();
if (!options.dry) {
  const remarks = weights.map(({ id, edited, honest }) => [id, `${edited} edited, ${honest} honest`]);
  writeFileSync(path, writeRules(before, rules, Object.fromEntries(remarks)));
  process.stdout.write(`${path} written; the engine takes it up when it is built again\n`);
}

async function labelled(set: string): Promise<Sample[]> {
  const labels = readLabels(set).filter(({ label, traceable }) => label !== "edited" || traceable);
  const paths = labels.map(({ file }) => join(set, file));
  const answers = await askAll(paths, progressLine("labelled files", paths.length));
  return labels.flatMap(({ file, label, producer, method, treatment }, n) => {
    const answer = answers[n];
    if (answer?.status !== "completed") return [];
    const ids = new Set(answer.signals.map(({ id }) => id));
    return [{ file, edited: label === "edited", producer, way: method ?? treatment ?? "genuine", ids }];
  });
}

/** In sixteen parts for leaving out. Real files count as honest unless somebody found that an accusation of one is right, or could not settle it. */
async function real(folder: string): Promise<Sample[]> {
  const judged = readJudged(join(here, "judged.tsv"));
  const names = realFiles(folder).filter(
    (name) => !judged.some(({ hash, judgement }) => name.startsWith(hash) && judgement !== "wrong"),
  );
  const answers = await askAll(
    names.map((name) => join(folder, name)),
    progressLine("real files", names.length),
  );
  return names.flatMap((file, n) => {
    const answer = answers[n];
    if (answer?.status !== "completed") return [];
    return [
      {
        file,
        edited: false,
        producer: `${REAL} ${file.slice(0, 1)}`,
        way: REAL,
        ids: new Set(answer.signals.map(({ id }) => id)),
      },
    ];
  });
}

function report() {
  const old = parseRules(before);
  const rows = weights.map(({ id, strength, weight, edited, honest }) => [
    id,
    strength,
    String(edited),
    String(honest),
    old.weights[id]?.toFixed(1) ?? "-",
    weight.toFixed(1),
    edited + honest < 20 ? "mostly the catalogue's" : "",
  ]);
  const definitions = new Map(table.map((row) => [row.id, row]));
  const under = (some: typeof rules) => heldOut(samples, ({ ids }) => judge(ids, definitions, some));
  const folds = {
    producer: leaveOut(samples, table, (s) => s.producer),
    way: leaveOut(samples, table, (s) => (s.way === REAL ? s.producer : s.way)),
  };
  const line = (name: string, { found, tampered, alarms }: HeldOut) => [
    name,
    fraction(found),
    fraction(tampered),
    fraction(alarms),
  ];
  const lost = Object.entries(folds).flatMap(([name, { groups }]) =>
    Object.entries(groups)
      .filter(([, one]) => one.alarms.hits > 0 || one.found.hits < one.found.of)
      .map(([key, one]) => line(`${name}: ${key}`, one)),
  );
  process.stdout.write(`${samples.length} files
${printed(["signal", "strength", "edited", "honest", "before", "now", ""], rows)}

thresholds: suspicious ${old.suspicious} -> ${rules.suspicious}, tampered ${old.tampered} -> ${rules.tampered}

${printed(
  ["", "found", "tampered", "false alarms"],
  [
    line("rules before", under(old)),
    line("rules now", under(rules)),
    line("each producer left out", folds.producer.all),
    line("each method and treatment left out", folds.way.all),
  ],
)}

Left out, where not everything is right
${printed(["", "found", "tampered", "false alarms"], lost)}
`);
}
