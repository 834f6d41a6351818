// The engine's signal table, read from its Rust source, so that the calibration takes whatever signals there are.
import { readFileSync } from "node:fs";

export type Definition = {
  id: string;
  module: string;
  /** Letters of the catalogue: T content, I structure, S supporting; then H, M, L for its weight. */
  strength: "TH" | "TM" | "TL" | "IH" | "IM" | "IL" | "S";
  cause: string;
};

const ROW =
  /tamper!\(\s*"(\w+)",\s*"([\w ]+)",\s*(High|Medium|Low),\s*scored:\s*(true|false),\s*(Content|Structure|Trust),\s*"([^"]+)"/g;

export function readSignalTable(path: string): Definition[] {
  return parseSignalTable(readFileSync(path, "utf8"));
}

export function parseSignalTable(source: string): Definition[] {
  const rows = [...source.matchAll(ROW)].map(([, id = "", module = "", severity = "", scored, proves, cause = ""]) => ({
    id,
    module,
    strength: strengthOf(severity, scored === "true", proves === "Content"),
    cause,
  }));
  // A row in a form that this does not read must not go missing in silence.
  const written = source.split(/^ {4}tamper!\(/m).length - 1;
  if (rows.length !== written) throw new Error(`${written} rows in the signal table, ${rows.length} read`);
  return rows;
}

function strengthOf(severity: string, scored: boolean, content: boolean): Definition["strength"] {
  if (!scored) return "S";
  const weight = severity === "High" ? "H" : severity === "Medium" ? "M" : "L";
  return content ? `T${weight}` : `I${weight}`;
}
