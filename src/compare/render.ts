// Comparisons for a person: under each aspect what it means, then each detail with what either file shows.
import type { Comparison, Difference, Grouping, Value } from "../structure.ts";
import { plain, type Terminal, wrap } from "../terminal/terminal.ts";

/** More values than this of one detail say nothing more to a person; --json has them all. */
const SHOWN = 6;
const LABEL = 12;

export function renderComparison(
  files: { genuine: string; questioned: string },
  { differences, shared, same_program }: Comparison,
  terminal: Terminal,
): string {
  const { paint, width } = terminal;
  const count = differences.length === 1 ? "1 detail differs" : `${differences.length || "No"} details differ`;
  const program = same_program
    ? "Nothing says that another program wrote one of the files."
    : "Another program wrote one of the files, or the same one did so in another way.";
  const lines = [
    paint("bold", plain(files.questioned)),
    wrap(`against the genuine ${plain(files.genuine)}`, width, "  "),
    wrap(`${count}, ${shared} are the same. ${program}`, width, "  "),
  ];
  for (const [aspect, ones] of byAspect(differences)) {
    lines.push("", `  ${paint("bold", `${aspect[0]?.toUpperCase()}${aspect.slice(1)}`)}`);
    lines.push(wrap(ones[0]?.meaning ?? "", width, "  "));
    for (const one of ones) lines.push(...detail(one, terminal));
  }
  return `${lines.join("\n")}\n`;
}

/** In the order in which the engine tells them. */
function byAspect(differences: Difference[]): Map<string, Difference[]> {
  const groups = new Map<string, Difference[]>();
  for (const one of differences) groups.set(one.aspect, [...(groups.get(one.aspect) ?? []), one]);
  return groups;
}

function detail({ subject, genuine, questioned }: Difference, { paint, width }: Terminal): string[] {
  const row = (label: string, values: Value[]) => {
    const indent = " ".repeat(6 + LABEL);
    return `      ${label.padEnd(LABEL)}${wrap(shown(values), width, indent).trimStart()}`;
  };
  return [
    wrap(`- ${plain(subject)}`, width, "    "),
    row("genuine", genuine),
    paint("red", row("questioned", questioned)),
  ];
}

function shown(values: Value[]): string {
  if (values.length === 0) return "nothing else";
  const told = values.slice(0, SHOWN).map(({ value, page }) => {
    const text = value === "" ? "empty" : plain(value);
    return page === null ? text : `${text} (page ${page})`;
  });
  const rest = values.length - told.length;
  return told.join("; ") + (rest > 0 ? `; and ${rest} more: --json has them` : "");
}

/** One block a group, the largest first, then the files that are alone and what they are nearest to. */
export function renderGrouping(files: string[], { groups, odd }: Grouping, terminal: Terminal): string {
  const { paint, width } = terminal;
  const named = (place: number) => plain(files[place] ?? "");
  const blocks: string[] = [];
  for (const [index, group] of groups.filter((one) => one.length > 1).entries()) {
    const head = `${paint("bold", `Group ${index + 1}`)} ${paint("dim", `· ${group.length} files written alike`)}`;
    blocks.push([head, ...group.map((place) => `  ${named(place)}`)].join("\n"));
  }
  if (blocks.length === 0)
    blocks.push(["No two files are written alike.", ...files.map((path) => `  ${plain(path)}`)].join("\n"));
  for (const { file, nearest, comparison } of odd) {
    const subjects = comparison.differences.map(({ subject }) => plain(subject));
    const rest = subjects.length > SHOWN ? `, and ${subjects.length - SHOWN} more: see assay compare` : "";
    const told = `${named(file)}: nearest to ${named(nearest)}, from which it differs in ${subjects.slice(0, SHOWN).join(", ")}${rest}.`;
    blocks.push(wrap(`${paint("red", "Odd one out")} ${told}`, width, ""));
  }
  return `${blocks.join("\n\n")}\n`;
}
