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

const BEFORE = `The rules were corrected on these very files, so that the tables flatter them. What says most about a file that nobody has seen
is the last count on files that no rule had seen: on 4,770 real files the engine of 22 November 2026 accused 200, of which a
person found 98 wrongly accused, 93 rightly, 5 rightly for a wrong reason and 4 not to be settled. That was two to three honest
files in a hundred. The causes found there have been mended since; how many are left is not known before it is counted again
on other files.`;

const NOT_LOOKED_AT = `- **Who issued a file**, and whether what it says is true: a made-up statement that was written in one go by any program has
  nothing that an edit leaves.
- **Edits of the source**: a web page changed before it is printed, a word processor's file changed before it is exported.
- **Files printed, photographed or scanned anew** keep nothing of how they were saved: of such a picture only what stands in its
  pixels and its sums is looked at, and \`image_container\` says so.
- **Names, addresses, dates and words**, where nothing else in the file contradicts them: only how they were put there is seen.
- **Values that no sum, code or embedded data bear out**: of those too, only how they were put there is seen.
- **The accounts, registers and issuers outside the file**: nothing is asked of anybody.`;

export function accuracyPage({ date, engine, rules, honest, numbers }: Measured): string {
  const { kinds, origins, programs, signals, real, failed, sources } = honest;
  const { files } = numbers;
  const edits = files.traceable + files.untraceable;
  const natural = { of: real.right + real.wrong, hits: real.right };
  const notRead = Object.entries(failed).map(([code, n]) => `${n} \`${code}\``);
  return `# How often it is wrong

Counted on ${date} with engine ${engine}, rules \`${rules}\`, by \`npm run evaluate -- --docs\`, which wrote this page. Sets: the
real files of \`real\` and \`real-judged\` (public repositories under permissive licences; nobody here made them), and the labelled
set of \`evaluate/make\` (${files.genuine} files as real programs wrote them, ${files.benign} of them treated as honest people treat files, ${edits} edited
as forgers edit).

## Honest files that are accused

${markdown(ALARMS, alarmRows(kinds))}

Accused means \`suspicious\` or \`tampered\` on findings. The range behind each share is where the true one lies with 95 %
certainty if the files were drawn at random (Clopper and Pearson; where none was accused, the rule of three). They were not: files
of one source are alike. So the sources are counted too (${sources}: a repository and the program that wrote the file, or a program of
the makers); a source is accused when one of its files is. Accusations that nobody has looked at yet count as wrong${
    real.unjudged.length > 0 ? ` (${real.unjudged.length})` : " (there is none)"
  }; those that
looking did not settle (${real.unsettled.length}) count nowhere. Files that nobody looked at are held to be honest if no tool is known to have edited them.

${BEFORE}

By where they come from:

${listOr(origins, (some) => markdown(ALARMS, alarmRows(some)), "No origin has an honest file that is accused.")}

By the program that wrote them:

${listOr(programs, (some) => markdown(ALARMS, alarmRows(some)), "No program has an honest file that is accused.")}

By what accuses them (a file may have several findings; all that count are named):

${markdown(
  ["Finding", "Wrong files", "Wrong sources", "Right real files"],
  signals.map(({ id, wrong, wrongSources, right }) => [`\`${id}\``, wrong, wrongSources, right].map(String)),
)}

## Real files that are accused

${real.accused} are accused: ${real.right} rightly, ${real.wrong} wrongly, ${real.unsettled.length} not settled. Of accusations that were settled ${bounded(natural)} are right.
Of the real edits that people have seen so far, ${counted(real.edited.judged)} are accused; of the files that a tool is known to have
redacted or edited and that leave no such sign, ${counted(real.edited.byTool)}.${
    notRead.length > 0 ? ` Not analysable: ${notRead.join(", ")}.` : ""
  }

## Edits that are found

Of edits that leave a trace in the file, by the way they were made. *Located*: of those found, a finding points at the place.

${markdown(RECALL, [recallRow("**all**", numbers.recall), ...Object.entries(numbers.by.method).map(([name, one]) => recallRow(name, one))])}

Of the ${files.untraceable} edits that leave no trace by themselves ${numbers.accusedUntraceable.hits} are accused. Made edits are of the kinds that
were thought of: they do not say how many of the edits outside are found.

## What is not looked at

${NOT_LOOKED_AT}
`;
}

const START = "<!-- accuracy: written by npm run evaluate -- --docs -->";
const END = "<!-- /accuracy -->";

/** The README with its paragraph about accuracy written anew. */
export function withParagraph(readme: string, measured: Measured): string {
  const [from, to] = [readme.indexOf(START), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`README.md lacks the lines ${START} and ${END}`);
  return `${readme.slice(0, from + START.length)}\n${paragraph(measured)}\n${readme.slice(to)}`;
}

function paragraph({ date, honest: { kinds }, numbers }: Measured): string {
  const lines = Object.entries(kinds).map(
    ([name, { files, tampered }]) =>
      `- ${name}: ${files.hits} of ${files.of.toLocaleString("en")} accused wrongly, at most ${upTo(files)}; ${tampered.hits} of them called \`tampered\``,
  );
  return `Counted on ${date}, on files that the rules had seen; bounds are those of 95 % certainty:

${lines.join("\n")}
- of made edits that leave a trace ${percent(numbers.recall.found)} are found, ${percent(numbers.recall.located)} of those at their place

On files that no rule had seen an earlier state accused two to three honest files in a hundred. [How often it is
wrong](docs/accuracy.md) tells it by source, program and finding, and what is not looked at.`;
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
