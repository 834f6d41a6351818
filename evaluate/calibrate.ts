// `npm run calibrate`: fits the weights to the labelled set and to the real files that people judged, prints how they fare on
// producers and methods left out and what each threshold costs, and writes them into the rules file. The same files give the
// same rules.
//   --set DIR   (default: evaluate/out)      --real DIR,DIR   (default: both collections beside the project)
//   --dry   writes nothing
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { curve } from "./calibrate/curve.ts";
import { beyondBounds, fitRules, REAL, type Sample } from "./calibrate/fit.ts";
import { type HeldOut, heldOut, leaveOut } from "./calibrate/folds.ts";
import { judge, raised } from "./calibrate/judge.ts";
import { argument } from "./calibrate/proofs.ts";
import { parseRules, type Rules, writeRules } from "./calibrate/rules-file.ts";
import { readSignalTable } from "./calibrate/signal-table.ts";
import { FOLDERS, realFiles } from "./score/accused.ts";
import { askAll, progressLine } from "./score/ask.ts";
import { readLabels } from "./score/labels.ts";
import { fraction, table as printed } from "./score/print.ts";
import { heldToBe, sourceOf } from "./score/sources.ts";

const here = import.meta.dirname;
const forensics = join(here, "../crates/forensics");
const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: join(here, "out") },
    real: { type: "string", default: FOLDERS.join(",") },
    dry: { type: "boolean", default: false },
  },
});

const table = readSignalTable(join(forensics, "rules/signals.tsv"));
const path = join(forensics, "rules/rules.toml");
const before = readFileSync(path, "utf8");
const old = parseRules(before);
const definitions = new Map(table.map((row) => [row.id, row]));
const samples = [...(await labelled(resolve(options.set))), ...(await real(options.real.split(",")))];
const { rules, weights } = fitRules(samples, table, old);
report();
const beyond = beyondBounds(rules, weights);
if (beyond.length > 0) throw new Error(beyond.join("\n"));
if (!options.dry) {
  const remarks = weights.map(({ id, evidence: { edited, wrong, sources } }) => [
    id,
    argument(id) === undefined ? `${edited} edited, ${wrong} of ${sources} honest sources` : "by argument",
  ]);
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
    const ids = raised(answer.signals, definitions, old);
    const way = method ?? treatment ?? "genuine";
    return [{ file, edited: label === "edited", producer, way, source: `made by ${producer}`, ids }];
  });
}

/** What nobody could settle is left out, and so is what a tool is known to have edited and nobody looked at. */
async function real(folders: string[]): Promise<Sample[]> {
  const files = realFiles(folders.map((folder) => resolve(folder)));
  const known = files.filter((one) => heldToBe(one) === "honest" || one.judgement === "right");
  const answers = await askAll(
    known.map(({ path }) => path),
    progressLine("real files", known.length),
  );
  return known.flatMap((one, n) => {
    const answer = answers[n];
    if (answer?.status !== "completed") return [];
    const file = basename(one.path);
    const ids = raised(answer.signals, definitions, old);
    // In sixteen parts for leaving out.
    const producer = `${REAL} ${file.slice(0, 1)}`;
    return [{ file, edited: heldToBe(one) === "edited", producer, way: REAL, source: sourceOf(one), ids }];
  });
}

function report() {
  const rows = weights.map(({ id, strength, weight, bound, evidence: { edited, share, wrong } }) => {
    const right = samples.filter(({ edited, way, ids }) => edited && way === REAL && ids.has(id)).length;
    const counted = [edited, right, wrong].map(String);
    const why = argument(id) ?? (edited === 0 ? "nobody has seen it: told, not counted" : "");
    return [
      id,
      strength,
      ...counted,
      share.toFixed(2),
      bound.toFixed(1),
      old.weights[id]?.toFixed(1) ?? "-",
      weight.toFixed(1),
      why,
    ];
  });
  const under = (some: Rules) => heldOut(samples, ({ ids }) => judge(ids, definitions, some));
  const folds = {
    producer: leaveOut(samples, table, old, (s) => s.producer),
    way: leaveOut(samples, table, old, (s) => (s.way === REAL ? s.producer : s.way)),
  };
  const line = (name: string, { found, tampered, alarms, grave }: HeldOut) => [
    name,
    fraction(found),
    fraction(tampered),
    fraction(alarms),
    fraction(grave),
  ];
  const lost = Object.entries(folds).flatMap(([name, { groups }]) =>
    Object.entries(groups)
      .filter(([, one]) => one.alarms.hits > 0 || one.found.hits < one.found.of)
      .map(([key, one]) => line(`${name}: ${key}`, one)),
  );
  const judged = ({ ids }: Sample, some: Rules) => judge(ids, definitions, some);
  const costs = (moved: "suspicious" | "tampered") =>
    curve(samples, rules, moved, judged).map(({ probability, bits, edits, made, real }) => [
      String(probability),
      bits.toFixed(1),
      ...[edits, made, real].map(fraction),
    ]);
  const asked = ["threshold", "bits", "edits", "made honest files", "real honest files"];
  const above = beyondBounds(old, weights);
  const columns = ["", "found", "tampered", "false alarms", "of them tampered"];
  const sources = new Set(samples.filter(({ edited }) => !edited).map(({ source }) => source)).size;
  process.stdout.write(`${samples.length} files, ${sources} honest sources
${printed(["signal", "strength", "edited", "of them real", "wrong sources", "share", "bound", "before", "now", ""], rows)}

prior ${rules.edited}, suspicious from ${rules.suspicious}, tampered from ${rules.tampered}

${printed(columns, [
  line("rules before", under(old)),
  line("rules now", under(rules)),
  line("each producer left out", folds.producer.all),
  line("each method and treatment left out", folds.way.all),
])}

Accused, by the threshold of suspicious
${printed(asked, costs("suspicious"))}

Called tampered, by the threshold of tampered
${printed(asked, costs("tampered"))}

Rules before, beyond their bounds: ${above.length === 0 ? "none" : `\n${above.join("\n")}`}

Left out, where not everything is right
${printed(columns, lost)}
`);
}
