// The report as one HTML page: the tables, and for each miss and false alarm what was done, what was seen, and a picture.
import { join, relative } from "node:path";
import type { Historian } from "../../src/engine/engine.ts";
import { finding, html, rows, STYLE } from "./html.ts";
import { byTrace, type MissClass } from "./misses.ts";
import { honest, type Numbers, type Scored, traceable } from "./numbers.ts";
import { type Box, draw, shown } from "./picture.ts";
import { fraction, RECALL_HEAD, recallRow } from "./print.ts";

export type Report = {
  set: string;
  folder: string;
  numbers: Numbers;
  classes: MissClass[];
  files: Scored[];
};

/** Without an engine that draws there are no pictures. */
export async function page(
  report: Report,
  engine: Historian | undefined,
  progress: (done: number) => void,
): Promise<string> {
  const { numbers, classes, files } = report;
  const missed = files.filter((file) => traceable(file) && !file.mark.accused);
  const alarms = files.filter((file) => honest(file) && file.mark.accused);
  const broken = files.filter(
    (file) => file.mark.violations.length > 0 && !missed.includes(file) && !alarms.includes(file),
  );
  let done = 0;
  const articles = async (some: Scored[]) => {
    const made: string[] = [];
    for (const file of some) {
      made.push(await article(report, file, engine));
      progress(++done);
    }
    return made.join("\n");
  };
  return `<!doctype html><meta charset="utf-8"><title>Evaluation</title><style>${STYLE}</style>
<h1>Evaluation</h1><p>Red: what was edited. Blue: where a finding points.</p>
${recallTable({ "all traceable edits": numbers.recall, "without pictures": numbers.recallOfText })}
<p>False alarms on honest files: ${fraction(numbers.falseAlarms)}. Accused though untraceable: ${fraction(numbers.accusedUntraceable)}.</p>
${Object.entries(numbers.by)
  .map(([name, groups]) => `<h2>By ${name}</h2>${recallTable(groups)}`)
  .join("\n")}
<h2>Signals</h2>${rows(
    ["", "edited", "honest", "bits"],
    numbers.signals.map((s) => [(s.scored ? "" : "~") + s.id, s.edited, s.honest, s.bits]),
  )}
<h2>Traces</h2>${rows(
    ["", "missed", "of"],
    byTrace(files).map(({ trace, missed: n, of }) => [trace, n, of]),
  )}
<h2>Missed, by method</h2>${rows(
    ["", "missed", "of", "what is there", "what was seen"],
    classes.map((one) => [one.method, one.missed, one.of, one.traces.join("; "), one.saw.join("; ")]),
  )}
<h2>False alarms</h2>${await articles(alarms)}
<h2>Answers that break their label otherwise</h2>${await articles(broken)}
<h2>Missed</h2>${await articles(missed)}
<p><a href="honest.html">Accusations of honest files and of real ones</a></p>`;
}

function recallTable(groups: Numbers["by"]["method"]): string {
  return rows(
    RECALL_HEAD,
    Object.entries(groups).map(([name, one]) => recallRow(name, one)),
  );
}

async function article(
  { set, folder }: Report,
  { label, answer, mark }: Scored,
  engine: Historian | undefined,
): Promise<string> {
  const edits = label.edits.map(
    (one) => `${one.field}: ${one.old_value ?? "–"} → ${one.new_value ?? "–"} (p. ${one.page})`,
  );
  const said = answer.error ?? `${answer.verdict}, ${answer.basis}${answer.score === null ? "" : `, ${answer.score}`}`;
  const windows = engine ? await pairOfPictures(engine) : "";
  return `<article><b><a href="${html(relative(folder, join(set, label.file)))}">${html(label.file)}</a></b> — ${html(said)}
<br><small>${html([label.why, ...edits, ...mark.violations].filter(Boolean).join(" · "))}</small>
<br><code>${answer.signals.map((one) => html(finding(one))).join("<br>")}</code><br>${windows}</article>`;

  async function pairOfPictures(drawing: Historian) {
    const placed = answer.signals.filter((one) => one.scored && one.page && one.bbox);
    const number = label.edits.find(({ area }) => area)?.page ?? placed[0]?.page ?? 1;
    const marks: Box[] = [
      ...label.edits
        .filter((one) => one.page === number)
        .flatMap(({ area }) => (area ? [{ area, kind: "edit" as const }] : [])),
      ...placed
        .filter((one) => one.page === number)
        .flatMap(({ bbox }) => (bbox ? [{ area: bbox, kind: "signal" as const }] : [])),
    ];
    const made: string[] = [];
    for (const file of [label.source, label.file]) {
      if (!file) continue;
      const target = join(folder, "pictures", `${file.replaceAll("/", "-").replace(/\.pdf$/, "")}-${number}`);
      const picture = await draw(drawing, { path: join(set, file), page: number }, target);
      if (picture) made.push(shown(picture, marks, folder));
    }
    return made.join("");
  }
}
