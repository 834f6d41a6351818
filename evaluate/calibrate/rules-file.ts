// Reads the rules file, and writes the part of it that is calibrated: revision and weights. Prior and thresholds are chosen.
import { createHash } from "node:crypto";

export type Rules = {
  /** Share of uploads that are edited. */
  edited: number;
  /** Probabilities of an edit from which a file is suspicious, and tampered. */
  suspicious: number;
  tampered: number;
  /** Bits of evidence. */
  weights: Record<string, number>;
};

/** The odds of a probability, in bits. */
export function inBits(probability: number): number {
  return Math.log2(probability / (1 - probability));
}

export function parseRules(text: string): Rules {
  const weights = Object.fromEntries(
    section(text, "weights").map((line) => {
      const [, id = "", weight = ""] = /^(\w+)\s*=\s*(-?[\d.]+)/.exec(line) ?? [];
      return [id, Number(weight)];
    }),
  );
  const number = (name: string, key: string) => {
    const line = section(text, name).find((one) => one.startsWith(`${key} `)) ?? "";
    return Number(/=\s*(-?[\d.]+)/.exec(line)?.[1]);
  };
  return {
    edited: number("prior", "edited"),
    suspicious: number("thresholds", "suspicious"),
    tampered: number("thresholds", "tampered"),
    weights,
  };
}

/** The lines of a section that say something. */
function section(text: string, name: string): string[] {
  const body = text.split(`[${name}]\n`)[1]?.split(/^\[/m)[0] ?? "";
  return body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** The file with other numbers. `remarks` stand behind the weights: what each rests on. */
export function writeRules(text: string, rules: Rules, remarks: Record<string, string>): string {
  const lines = Object.entries(rules.weights).map(([id, weight]) => {
    const remark = remarks[id];
    return `${id} = ${weight.toFixed(1)}${remark ? ` # ${remark}` : ""}`;
  });
  const filled = replaced(text, "weights", lines);
  return filled.replace(/^revision = .*$/m, `revision = "${revision(rules)}"`);
}

function replaced(text: string, name: string, lines: string[]): string {
  const head = `[${name}]\n`;
  const start = text.indexOf(head) + head.length;
  const next = text.slice(start).search(/^\[/m);
  const rest = next < 0 ? "" : text.slice(start + next);
  return `${text.slice(0, start)}${lines.join("\n")}\n${rest === "" ? "" : `\n${rest}`}`;
}

/** Names the numbers themselves: the same rules have the same revision, whenever they were fitted. */
export function revision({ edited, suspicious, tampered, weights }: Rules): string {
  const numbers = [edited, suspicious, tampered, ...Object.entries(weights).flat()].join(" ");
  return `fitted-${createHash("sha256").update(numbers).digest("hex").slice(0, 8)}`;
}
