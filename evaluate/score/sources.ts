// The real files with where they come from: files of one repository that one program wrote are one source, however many they are.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Judged, type Judgement, judgementOf } from "./judged.ts";

export type RealFile = {
  path: string;
  /** The folder it lies in. */
  collection: string;
  repository: string;
  producer: string;
  kind: "business" | "other" | "edited by a tool";
  /** What somebody found of its accusation; absent where it was never accused. */
  judgement?: Judgement;
  why?: string;
};

/** The collections that lie beside the project, where they are at hand. */
export const COLLECTIONS = ["real", "real-judged"];

/** The index's letters: A business documents, B all others, C redacted or edited by a named tool. */
const KINDS: Record<string, RealFile["kind"]> = { A: "business", C: "edited by a tool" };
/** The index's own labels of files that somebody changed after they were issued. */
const EDITED = new Set(["edited_after_issue"]);

/** The files of a collection, with its index (`INDEX.tsv`) and what was judged; none where the folder is missing. */
export function readReal(folder: string, judged: Judged[]): RealFile[] {
  const index = join(folder, "INDEX.tsv");
  const rows = existsSync(index) ? parseIndex(readFileSync(index, "utf8")) : new Map<string, Record<string, string>>();
  return filesOf(folder).map((name) => {
    const { repo = "", producer = "", kind = "", label = "" } = rows.get(name) ?? {};
    const said = judgementOf(name, judged);
    return {
      path: join(folder, name),
      collection: basename(folder),
      repository: repo,
      producer,
      kind: EDITED.has(label) ? "edited by a tool" : (KINDS[kind] ?? "other"),
      ...(said ? { judgement: said.judgement, why: said.why } : {}),
    };
  });
}

/**
 * What a file is held to be: what people found who looked at it; else its kind. Files that nobody looked at and no tool is
 * known to have edited are held to be honest, and what nobody could settle is neither.
 */
export function heldToBe({ judgement, kind }: RealFile): "honest" | "edited" | "unsettled" {
  if (judgement === "open") return "unsettled";
  if (judgement === "right") return "edited";
  return judgement === undefined && kind === "edited by a tool" ? "edited" : "honest";
}

/** Versions of one program write alike. */
export function programOf({ producer }: { producer: string }): string {
  return producer
    .replace(/[\d.]+.*/, "")
    .slice(0, 24)
    .replace(/[\s\-–,;:(]+$/, "")
    .trim();
}

export function sourceOf(file: RealFile): string {
  return `${file.repository} · ${programOf(file)}`;
}

/** Names of the PDF files of a folder, in order. */
function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".pdf"))
    .sort();
}

function parseIndex(text: string): Map<string, Record<string, string>> {
  const [head = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const columns = head.split("\t");
  const rows = lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""]));
  });
  return new Map(rows.map((row) => [row.file ?? "", row]));
}
