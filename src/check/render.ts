// One checked file for a person: the verdict, why, where, and what to do next.
import { advice } from "../report/advice.ts";
import type { Signal, Verdict } from "../report.ts";
import { type Colour, type Paint, plain, type Terminal, wrap } from "../terminal/terminal.ts";
import type { CheckedDocument } from "./document.ts";

const VERDICTS: Record<Verdict, Colour> = {
  authentic: "green",
  inconclusive: "cyan",
  suspicious: "yellow",
  tampered: "red",
  unsupported: "magenta",
};

const SEVERITIES: Record<NonNullable<Signal["severity"]>, Colour> = { high: "red", medium: "yellow", low: "cyan" };

/** More findings than this say nothing more to a person; --json has them all. */
const SHOWN = 25;
/** Under the name of a finding. */
const INDENT = " ".repeat(10);

export function render(document: CheckedDocument, terminal: Terminal): string {
  const { paint, width } = terminal;
  const { signals, error, summary } = document;
  const parts = [paint("bold", plain(document.file.name)), wrap(headline(document, paint), width, "  ")];
  const text = error ? error.message : summary;
  if (text) parts.push(wrap(plain(text), width, "  "));
  for (const signal of signals.slice(0, SHOWN)) parts.push("", finding(signal, terminal));
  if (signals.length > SHOWN) parts.push("", `  and ${signals.length - SHOWN} more: --json has them all`);
  parts.push("", wrap(`Next: ${advice(document)}`, width, "  "));
  return `${parts.join("\n")}\n`;
}

function headline({ verdict, score, error, file }: CheckedDocument, paint: Paint): string {
  const word = verdict
    ? paint(["bold", VERDICTS[verdict]], verdict.toUpperCase())
    : paint(["bold", "magenta"], "NOT CHECKED");
  const facts = [
    error?.code.replaceAll("_", " "),
    score !== null && `score ${score} of 100`,
    file.pages !== null && (file.pages === 1 ? "1 page" : `${file.pages} pages`),
    file.document_class !== null && plain(file.document_class).replaceAll("_", " "),
  ];
  return [word, ...facts.filter((fact) => typeof fact === "string")].join(" · ");
}

function finding(signal: Signal, { paint, width }: Terminal): string {
  const grade = signal.severity ?? "note";
  const label = signal.severity ? paint(SEVERITIES[signal.severity], grade.padEnd(8)) : paint("dim", grade.padEnd(8));
  const uncounted = signal.scored || signal.severity === null ? "" : paint("dim", " (supporting, not counted)");
  const head = wrap(`${plain(signal.id)} · ${place(signal)}${uncounted}`, width, INDENT);
  const lines = [`  ${label}${head.slice(INDENT.length)}`];
  const change = changed(signal);
  if (change) lines.push(wrap(change, width, INDENT));
  if (signal.evidence) lines.push(wrap(plain(signal.evidence), width, INDENT));
  return lines.join("\n");
}

function place({ page, bbox }: Signal): string {
  if (page === undefined) return "whole file";
  if (!bbox) return `page ${page}`;
  const [x0, y0, x1, y1] = bbox.map((points) => Math.round(points));
  return `page ${page}, ${x0},${y0} to ${x1},${y1} pt from the bottom left`;
}

/** One side alone is what was seen, not proof that the other was empty. */
function changed({ field, old_value, new_value }: Signal): string | undefined {
  const label = field === undefined ? "" : `${plain(field)}: `;
  const before = old_value === undefined ? undefined : `"${plain(old_value)}"`;
  const after = new_value === undefined ? undefined : `"${plain(new_value)}"`;
  if (before && after) return `${label}${before} → ${after}`;
  if (before) return `${label}was ${before}`;
  if (after) return `${label}now ${after}`;
  return field === undefined ? undefined : plain(field);
}
