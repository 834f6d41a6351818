// The engine's signals, read from the table that is written from their declarations, so that the calibration takes
// whatever signals there are.
import { readFileSync } from "node:fs";

export type Definition = {
  id: string;
  module: string;
  /** Letters of the catalogue: T content, I structure, S supporting; then H, M, L for its weight. */
  strength: "TH" | "TM" | "TL" | "IH" | "IM" | "IL" | "S";
  cause: string;
};

const COLUMNS = "id\tmodule\tseverity\tscored\tproves\tcause";
const WEIGHTS = { high: "H", medium: "M", low: "L" } as const;

export function readSignalTable(path: string): Definition[] {
  return parseSignalTable(readFileSync(path, "utf8"));
}

/** The signals that speak against a file; what speaks for one is not weighed. */
export function parseSignalTable(source: string): Definition[] {
  const [head, ...lines] = source.trimEnd().split("\n");
  if (head !== COLUMNS) throw new Error(`the signal table has the columns ${head}`);
  return lines.flatMap((line) => {
    const [id, module, severity, scored, proves, cause, ...more] = line.split("\t");
    if (!id || !module || !cause || more.length > 0) throw new Error(`no row of the signal table: ${line}`);
    return proves === "trust" ? [] : [{ id, module, strength: strengthOf(severity, scored, proves), cause }];
  });
}

function strengthOf(severity = "", scored = "", proves = ""): Definition["strength"] {
  const weight = WEIGHTS[severity as keyof typeof WEIGHTS];
  if (!weight || !/^(true|false)$/.test(scored) || !/^(content|structure)$/.test(proves))
    throw new Error(`no strength of a signal: ${severity} ${scored} ${proves}`);
  if (scored === "false") return "S";
  return proves === "content" ? `T${weight}` : `I${weight}`;
}
