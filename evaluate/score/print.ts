// The numbers as tables for a terminal.
import { bounds } from "./bounds.ts";
import type { Alarms, HonestNumbers } from "./honest.ts";
import type { MissClass } from "./misses.ts";
import type { Numbers, Recall, Share } from "./numbers.ts";

export const percent = ({ of, hits }: Share): string => (of === 0 ? "-" : `${((100 * hits) / of).toFixed(1)} %`);
export const fraction = (share: Share): string =>
  share.of === 0 ? "-" : `${percent(share)} (${share.hits}/${share.of})`;

/** Columns as wide as their widest cell; numbers stand right. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join("  ");
  return [line(head), ...rows.map(line)].map((text) => text.trimEnd()).join("\n");
}

export const RECALL_HEAD = ["", "edits", "found", "tampered", "located", "old right", "new right", "either"];

export function recallRow(
  name: string,
  { found, tampered, located, oldRight, newRight, eitherRight }: Recall,
): string[] {
  return [name, String(found.of), ...[found, tampered, located, oldRight, newRight, eitherRight].map(percent)];
}

export function summary(numbers: Numbers, classes: MissClass[]): string {
  const { files, recall, recallOfText, by, alarmsBy, signals, milliseconds } = numbers;
  const sections = [
    `${files.genuine} genuine, ${files.benign} honestly treated, ${files.traceable} traceable edits, ${files.untraceable} untraceable`,
    table(RECALL_HEAD, [recallRow("all traceable edits", recall), recallRow("without pictures", recallOfText)]),
    [
      `false alarms on honest files: ${fraction(numbers.falseAlarms)}`,
      `accused though untraceable: ${fraction(numbers.accusedUntraceable)}`,
      `files whose answer breaks their label: ${numbers.violations}`,
      `milliseconds a file: median ${milliseconds.median}, p95 ${milliseconds.p95}, most ${milliseconds.most}`,
    ].join("\n"),
  ];
  for (const [name, groups] of Object.entries(by))
    sections.push(
      `By ${name}\n${table(
        RECALL_HEAD,
        Object.entries(groups).map(([key, one]) => recallRow(key, one)),
      )}`,
    );
  for (const [name, groups] of Object.entries(alarmsBy)) {
    const wrong = Object.entries(groups).filter(([, { hits }]) => hits > 0);
    if (wrong.length > 0)
      sections.push(`False alarms by ${name}\n${wrong.map(([key, one]) => `${key}  ${fraction(one)}`).join("\n")}`);
  }
  const rows = signals.map((s) => [
    s.scored ? s.id : `~${s.id}`,
    String(s.edited),
    String(s.honest),
    s.bits.toFixed(1),
  ]);
  sections.push(`Signals (~ not scored)\n${table(["", "edited", "honest", "bits"], rows)}`);
  sections.push(
    `Missed\n${classes.map((one) => `${one.missed}/${one.of}  ${one.method}: ${one.traces.join("; ")}`).join("\n")}`,
  );
  return `${sections.join("\n\n")}\n`;
}

/** "0.31 % (0.05 to 0.96)" */
export function bounded(share: Share): string {
  const { low, high } = bounds(share);
  const shown = (part: number) => (100 * part).toFixed(2);
  return share.of === 0 ? "-" : `${shown(share.hits / share.of)} % (${shown(low)} to ${shown(high)})`;
}

export const ALARM_HEAD = [
  "",
  "honest files",
  "accused",
  "95 % bounds",
  "tampered",
  "sources",
  "accused",
  "95 % bounds",
];

export function alarmRow(name: string, { files, tampered, sources }: Alarms): string[] {
  const counted = [files.of, files.hits].map(String);
  return [
    name,
    ...counted,
    bounded(files),
    String(tampered.hits),
    String(sources.of),
    String(sources.hits),
    bounded(sources),
  ];
}

export function honestSummary({ kinds, origins, programs, signals, failed, real }: HonestNumbers): string {
  const groups = (title: string, some: Record<string, Alarms>) =>
    `${title}\n${table(
      ALARM_HEAD,
      Object.entries(some).map(([name, one]) => alarmRow(name, one)),
    )}`;
  const { accused, right, wrong, unjudged, unsettled, edited } = real;
  const bySignal = signals.map(({ id, wrong, wrongSources, right }) => [id, wrong, wrongSources, right].map(String));
  const sections = [
    groups("Honest files", kinds),
    groups("Accused wrongly, by where they come from", origins),
    groups("Accused wrongly, by the program that wrote them", programs),
    `What accuses\n${table(["", "wrong files", "wrong sources", "right real files"], bySignal)}`,
    `Real files accused: ${accused}, right ${right}, wrong ${wrong}, not settled ${unsettled.length}; nobody has looked yet at ${unjudged.length}
Real edits that people saw before: ${fraction(edited.judged)} accused; files a tool is known to have edited: ${fraction(edited.byTool)}`,
    `Not analysable: ${
      Object.entries(failed)
        .map(([code, n]) => `${code} ${n}`)
        .join(", ") || "none"
    }`,
    unjudged.length > 0 ? `To be judged: ${unjudged.join(" ")}` : "",
  ];
  return `${sections.filter((one) => one !== "").join("\n\n")}\n`;
}
