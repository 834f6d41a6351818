// The history of one file for a person: its saves in order, when and by what, and what each of them changed.

import { bytes, deeds, pageList, readableDate, VISIBLE } from "../saves/words.ts";
import type { History, ObjectChange, PageDifference, PictureNote, Save, SheetChange, ValueChange } from "../saves.ts";
import { plain, type Terminal, wrap } from "../terminal/terminal.ts";

/** Rows of one kind that a person reads; --json has them all. */
const SHOWN = 20;
/** Names of changed objects in one save: they are for the expert who follows. */
const NAMED = 12;

export function render(path: string, history: History, terminal: Terminal): string {
  const { paint, width } = terminal;
  const head = [`  ${summary(history)}`];
  if (history.rebuilt) {
    head.push(wrap("Its tables are damaged: what earlier saves there were cannot be told apart.", width, "  "));
  }
  const parts = [paint("bold", plain(path)), ...head];
  for (const save of history.saves) parts.push("", ...saveLines(save, terminal));
  if (history.cut) parts.push("", wrap(plain(history.cut), width, "  "));
  return `${parts.join("\n")}\n`;
}

export function renderFailure(path: string, message: string, { paint, width }: Terminal): string {
  return `${paint("bold", plain(path))}\n  ${paint(["bold", "magenta"], "NOT READ")}\n${wrap(plain(message), width, "  ")}\n`;
}

function summary({ saves, pages, encrypted }: History): string {
  const count = saves.length === 1 ? "saved once" : `saved ${saves.length} times`;
  return [count, pages === 1 ? "1 page" : `${pages} pages`, encrypted && "encrypted"].filter(Boolean).join(" · ");
}

function saveLines(save: Save, terminal: Terminal): string[] {
  const { paint, width } = terminal;
  const alarming = save.meanings.some((meaning) => VISIBLE.has(meaning));
  const label = paint(alarming ? ["bold", "yellow"] : "bold", `Save ${save.number}`);
  const lines = [wrap(`${label} · ${deeds(save)}`, width, "  ")];
  const note = (text: string) => lines.push(wrap(plain(text), width, "    "));
  note(origin(save));
  for (const line of sequence(save)) note(line);
  for (const page of save.page_changes) lines.push(...pageLines(page, terminal));
  const objects = objectNames(save.changes);
  if (objects) lines.push(paint("dim", wrap(plain(`Objects: ${objects}`), width, "    ")));
  return lines;
}

function origin(save: Save): string {
  const place = save.number === 1 ? "" : `, from byte ${save.start.toLocaleString("en")}`;
  const dates = save.dates.map(({ place, date }) => `${place} ${readableDate(date)}`);
  return [`${bytes(save.size_bytes)}${place}`, save.writer && `written by ${save.writer}`, ...dates]
    .filter(Boolean)
    .join(" · ");
}

function sequence({ number, pages }: Save): string[] {
  if (number === 1) return [];
  return [
    pages.added.length > 0 && `Added ${pageList(pages.added)}; the file now has ${pages.after}.`,
    pages.removed.length > 0 && `Removed what was ${pageList(pages.removed)} of ${pages.before}.`,
    pages.moved.length > 0 && `Moved ${pages.moved.map(([from, to]) => `page ${from} to ${to}`).join(", ")}.`,
  ].filter((line) => typeof line === "string");
}

function pageLines(page: PageDifference, { width }: Terminal): string[] {
  const rows = [...sheet(page.sheet), ...page.values.map(value), ...page.pictures.map(picture), ...drawings(page)];
  const shown = rows.slice(0, SHOWN).map((row) => wrap(plain(row), width, "      ").replace(/^ {6}/, "    - "));
  const more = rows.length > SHOWN ? [`      and ${rows.length - SHOWN} more: --json has them all`] : [];
  const moved = page.page === page.page_before ? "" : ` (page ${page.page_before} before)`;
  return [`    Page ${page.page}${moved}`, ...shown, ...more];
}

function sheet(change: SheetChange | null): string[] {
  if (!change) return [];
  const { size_before, size_after, turn_before, turn_after } = change;
  const size = (points: [number, number]) => points.map(Math.round).join(" × ");
  const cut = `it shows ${size(size_after)} pt of the page, before ${size(size_before)} pt`;
  const turned = turn_before === turn_after ? [] : [`it is turned by ${turn_after}°, before by ${turn_before}°`];
  return size(size_before) === size(size_after) && turned.length > 0 ? turned : [...turned, cut];
}

function value({ field, old_value, new_value, of, as_after_save }: ValueChange): string {
  const label = field === null ? "" : `${field}: `;
  const where = of === "annotation" ? " (in a note or form field)" : "";
  const back = as_after_save === null ? "" : `, as it read after save ${as_after_save}`;
  if (old_value !== null && new_value !== null) return `${label}"${old_value}" became "${new_value}"${where}${back}`;
  if (new_value !== null) return `${label}"${new_value}" was put in${where}${back}`;
  return `${label}"${old_value ?? ""}" is gone${where}`;
}

function picture({ kind, pixels_changed, pixels_of, bbox }: PictureNote): string {
  const [x0, y0, x1, y1] = bbox.map(Math.round);
  const place = `at ${x0},${y0} to ${x1},${y1} pt from the bottom left`;
  if (kind === "added") return `a picture was put in ${place}`;
  if (kind === "removed") return `a picture is gone ${place}`;
  if (pixels_changed === null || pixels_of === null) return `another picture stands ${place}`;
  return `${pixels_changed.toLocaleString("en")} of ${pixels_of.toLocaleString("en")} pixels of a picture changed ${place}`;
}

function drawings({ drawings }: PageDifference): string[] {
  const count = (kind: string) => drawings.filter((drawing) => drawing.kind === kind).length;
  const said = (number: number, what: string) =>
    number === 0 ? [] : [`${number === 1 ? "a line or surface was" : `${number} lines or surfaces were`} ${what}`];
  return [...said(count("added"), "drawn"), ...said(count("removed"), "taken away")];
}

/** Names of changed objects, equal ones counted; what was written again as it was says nothing to anybody. */
function objectNames(changes: ObjectChange[]): string {
  const rows = new Map<string, number>();
  for (const change of changes) {
    if (change.kind === "repeated") continue;
    const entries = change.entries.length > 0 ? ` (${change.entries.slice(0, 6).join(", ")})` : "";
    const back = change.as_after_save === null ? "" : `, as after save ${change.as_after_save}`;
    const kind = change.kind === "changed" ? "" : `${change.kind} `;
    const row = `${kind}${change.name}${entries}${back}`;
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  const names = [...rows].map(([row, count]) => (count === 1 ? row : `${row} ×${count}`));
  const more = names.length > NAMED ? `; and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join("; ") + more;
}
