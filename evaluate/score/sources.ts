// The real files with where they come from: files of one repository that one program wrote are one source, however many they are.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Judged, realFiles } from "./labels.ts";

export type RealFile = {
  path: string;
  repository: string;
  producer: string;
  /** What somebody found of its accusation; absent where it was never accused. */
  judgement?: Judged["judgement"];
  why?: string;
};

/** The files of a collection, with its index (`INDEX.tsv`) and what was judged since; none where the folder is missing. */
export function readReal(folder: string, judged: Judged[]): RealFile[] {
  const index = join(folder, "INDEX.tsv");
  const rows = existsSync(index) ? parseIndex(readFileSync(index, "utf8")) : new Map<string, Record<string, string>>();
  return realFiles(folder).map((name) => {
    const row = rows.get(name) ?? {};
    const said = judged.find(({ hash }) => name.startsWith(hash)) ?? judgementOf(row.judged ?? "");
    const { judgement, why } = said ?? {};
    return {
      path: join(folder, name),
      repository: row.repo ?? "",
      producer: row.producer ?? "",
      ...(judgement === undefined ? {} : { judgement, why: why ?? "" }),
    };
  });
}

/** Versions of one program write alike. */
export function sourceOf({ repository, producer }: RealFile): string {
  return `${repository} · ${producer
    .replace(/[\d.]+.*/, "")
    .trim()
    .slice(0, 24)}`;
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

/** "wrong: clipped text taken for shown" */
function judgementOf(text: string): Omit<Judged, "hash"> | undefined {
  const [, judgement, why = ""] = /^(right|wrong|open)(?::\s*(.*))?$/.exec(text) ?? [];
  return judgement === "right" || judgement === "wrong" || judgement === "open" ? { judgement, why } : undefined;
}
