// How often the engine is wrong, as a page of the documentation and as a paragraph of the README: written by the run that counted.
import { bounds } from "./bounds.ts";
import type { Alarms, HonestNumbers } from "./honest.ts";
import type { Numbers, Recall, Share } from "./numbers.ts";
import { bounded, percent } from "./print.ts";

export type Measured = {
  date: string;
  engine: string;
  rules: string;
  honest: HonestNumbers;
  /** Of the labelled set. */
  numbers: Numbers;
};

/** The part of docs/accuracy.md that is counted; what the figures mean is written by hand around it. */
export function accuracyTables({ date, engine, rules, honest, numbers }: Measured): string {
  const { kinds, origins, programs, signals, real, failed, sources } = honest;
  const { files } = numbers;
  const natural = { of: real.right + real.wrong, hits: real.right };
  const notRead = Object.entries(failed).map(([code, n]) => `${n} \`${code}\``);
  const edits = files.traceable + files.untraceable;
  return `Counted on ${date} with engine ${engine}, rules \`${rules}\`. Real files: ${real.files} of \`real\` and \`real-judged\`. Made files: ${files.genuine} as
programs wrote them, ${files.benign} of them treated as honest people treat files, ${edits} edited as forgers edit (\`evaluate/make\`).

### Honest files that are accused

${markdown(ALARMS, alarmRows(kinds))}

${sources} sources in all. Accusations that nobody has looked at: ${real.unjudged.length}; that looking did not settle: ${real.unsettled.length}.
Not analysable: ${notRead.join(", ") || "none"}.

By where they come from:

${listOr(origins, (some) => markdown(ALARMS, alarmRows(some)), "No origin has an honest file that is accused.")}

By the program that wrote them:

${listOr(programs, (some) => markdown(ALARMS, alarmRows(some)), "No program has an honest file that is accused.")}

By what accuses them (a file may have several findings; all that are scored are named):

${markdown(
  ["Finding", "Wrong files", "Wrong sources", "Right real files"],
  signals.map(({ id, wrong, wrongSources, right }) => [`\`${id}\``, wrong, wrongSources, right].map(String)),
)}

### Real files that are accused

${real.accused} are accused: ${real.right} rightly, ${real.wrong} wrongly, ${real.unsettled.length} not settled. Of the settled ones ${bounded(natural)} are right. Of the real
edits that people have seen so far ${counted(real.edited.judged)} are accused; of the other files that a tool is known to have redacted or edited
${counted(real.edited.byTool)}.

### Made edits that are found

Of those that leave a trace in the file, by the way they were made. *Located*: of those found, a finding points at the place.

${markdown(RECALL, [
  recallRow("**all**", numbers.recall),
  ...Object.entries(numbers.by.method).map(([name, one]) => recallRow(name, one)),
])}

Of the ${files.untraceable} that leave none by themselves ${numbers.accusedUntraceable.hits} are accused.`;
}

const START = "<!-- counted: written by npm run evaluate -- --docs -->";
const END = "<!-- /counted -->";

/** A text with its counted part written anew. */
export function withCounted(text: string, counted: string): string {
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the lines ${START} and ${END} are missing`);
  return `${text.slice(0, from + START.length)}\n${counted}\n${text.slice(to)}`;
}

/** The counted part of the README. */
export function paragraph({ date, honest: { kinds }, numbers }: Measured): string {
  const lines = Object.entries(kinds).map(
    ([name, { files, tampered }]) =>
      `- ${name}: ${files.hits} of ${files.of.toLocaleString("en")} accused wrongly, at most ${upTo(files)}; ${tampered.hits} of them called \`tampered\``,
  );
  return `Counted on ${date}, on files that the rules were made with; bounds are those of 95 % certainty:

${lines.join("\n")}
- of made edits that leave a trace ${percent(numbers.recall.found)} are found, ${percent(numbers.recall.located)} of those at their place`;
}

const upTo = (share: Share) => `${(100 * bounds(share).high).toFixed(2)} %`;
const counted = ({ of, hits }: Share) => `${hits} of ${of}`;

const ALARMS = ["", "Honest files", "Accused", "", "`tampered`", "Sources", "Accused", ""];
function alarmRows(groups: Record<string, Alarms>): string[][] {
  return Object.entries(groups).map(([name, { files, tampered, sources }]) => [
    name,
    String(files.of),
    String(files.hits),
    bounded(files),
    String(tampered.hits),
    String(sources.of),
    String(sources.hits),
    bounded(sources),
  ]);
}

const RECALL = ["", "Edits", "Found", "", "`tampered`", "Located"];
function recallRow(name: string, { found, tampered, located }: Recall): string[] {
  return [name, String(found.of), String(found.hits), bounded(found), percent(tampered), percent(located)];
}

function listOr(groups: Record<string, Alarms>, told: (some: Record<string, Alarms>) => string, none: string): string {
  return Object.keys(groups).length > 0 ? told(groups) : none;
}

function markdown(head: string[], body: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|${head.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`;
  return [line(head), rule, ...body.map(line)].join("\n");
}
