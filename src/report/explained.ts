// The findings a report may list, each explained, as the engine's declarations have written them down.
import { readFileSync } from "node:fs";

const WRITTEN = new URL("../../docs/signals.md", import.meta.url);

export interface Explained {
  id: string;
  module: string;
  scored: boolean;
  meaning: string;
  /** Why it bears on trust. */
  why: string;
  /** Which honest files raise it too. */
  honest: string;
}

export interface ExplainedGroup {
  title: string;
  findings: Explained[];
}

/** Gravest first. */
export function readExplained(text: string = readFileSync(WRITTEN, "utf8")): ExplainedGroup[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((group) => {
      const [title = "", ...findings] = group.split(/^### /m);
      return { title: title.trim(), findings: findings.map(explained) };
    });
}

function explained(text: string): Explained {
  const [name = "", kind = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  const [module = "", weight = ""] = kind.split(" · ");
  const part = (label: string) => lines.find((line) => line.startsWith(`- ${label}: `))?.slice(label.length + 4) ?? "";
  return {
    id: name.replaceAll("`", "").trim(),
    module,
    scored: weight === "scored",
    meaning: lines.filter((line) => !line.startsWith("- ")).join(" "),
    why: part("Why it matters"),
    honest: part("Honest files that raise it"),
  };
}
