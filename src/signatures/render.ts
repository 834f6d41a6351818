// The signatures of one file for a person: one block each, who, when, which bytes, the seven axes, what came later.

import type { Axis, LaterChange, LaterSave, SignatureReport, Signatures } from "../signed.ts";
import { type Colour, plain, type Terminal, wrap } from "../terminal/terminal.ts";

const KINDS: Record<SignatureReport["kind"], string> = {
  approval: "Signature",
  certification: "Certification",
  document_timestamp: "Document timestamp",
  usage_rights: "Usage rights",
};

/** Words that speak for a signature and against it; all others are neither. */
const GOOD = ["intact", "whole_file", "none", "validation_data", "respected", "trusted", "proven", "sound"];
const BAD = ["broken", "partial", "nothing", "covered", "forbidden", "unexplained", "violated", "revoked", "weak"];

/** More than this of one save says nothing more to a person; --json has them all. */
const SHOWN = 8;
const LABEL = 12;

export function render(path: string, read: Signatures, terminal: Terminal): string {
  const { paint, width } = terminal;
  const parts = [paint("bold", plain(path))];
  if (read.error) parts.push(wrap(plain(read.error.message), width, "  "));
  else parts.push(`  ${counted(read)}`);
  for (const [index, one] of read.signatures.entries()) parts.push("", ...block(one, index, terminal));
  for (const words of read.remains) parts.push("", wrap(plain(words), width, "  "));
  return `${parts.join("\n")}\n`;
}

function counted({ signatures, saves, size_bytes }: Signatures): string {
  const many = signatures.length === 1 ? "1 signature" : `${signatures.length || "no"} signatures`;
  return `${many} · ${saves === 1 ? "1 save" : `${saves} saves`} · ${size_bytes} bytes`;
}

function block(one: SignatureReport, index: number, terminal: Terminal): string[] {
  const { paint } = terminal;
  const name = one.field === null ? "" : ` “${plain(one.field)}”`;
  const lines = [`  ${paint("bold", `${index + 1}. ${KINDS[one.kind]}${name}`)} ${paint("dim", place(one))}`];
  const row = (label: string, words: string, colour?: Colour) => {
    const [first = "", ...rest] = wrap(plain(words), terminal.width, " ".repeat(5 + LABEL)).split("\n");
    const head = `     ${label.padEnd(LABEL)}`;
    lines.push(head + (colour ? paint(colour, first.trimStart()) : first.trimStart()), ...rest);
  };
  const axis = (label: string, { state, words }: Axis) => row(label, words, colourOf(state));
  row("Who", who(one));
  if (one.reason !== null || one.location !== null) row("Why, where", stated(one));
  row("When", `${one.time ?? "unknown"}. ${one.axes.time.words}`, colourOf(one.axes.time.state));
  row("Bytes", bytes(one));
  axis("Integrity", one.axes.integrity);
  axis("Coverage", one.axes.coverage);
  axis("Later", one.axes.later_changes);
  axis("Permission", one.axes.permission);
  axis("Identity", one.axes.identity);
  axis("Strength", one.axes.strength);
  for (const note of one.notes) row("Note", note);
  for (const save of one.later) for (const [label, words] of laterRows(save)) row(label, words);
  return lines;
}

function place({ page, bbox, visible, shown }: SignatureReport): string {
  if (!shown) return "not shown any more";
  if (!visible || page === null) return "invisible";
  const [x0, y0, x1, y1] = (bbox ?? []).map((points) => Math.round(points));
  return bbox ? `page ${page}, ${x0},${y0} to ${x1},${y1} pt` : `page ${page}`;
}

function who({ signer, stated_name }: SignatureReport): string {
  if (!signer) return stated_name === null ? "unknown" : `says “${stated_name}”, with no certificate`;
  const own = signer.subject === signer.issuer ? "self-issued" : `issued by ${signer.issuer}`;
  return `${signer.subject}; ${own}; valid ${signer.not_before.slice(0, 10)} to ${signer.not_after.slice(0, 10)}`;
}

function stated({ reason, location }: SignatureReport): string {
  return [reason, location].filter((part) => part !== null && part !== "").join(", ");
}

function bytes({ bytes, save, format }: SignatureReport): string {
  if (bytes.length === 0) return `none that can be read (${format})`;
  return `${bytes.map(([from, to]) => `${from} to ${to}`).join(" and ")}, save ${save} (${format})`;
}

function laterRows({ save, bytes, words, changes }: LaterSave): [string, string][] {
  const rows: [string, string][] = [[`Save ${save}`, `bytes ${bytes[0]} to ${bytes[1]}: ${words}`]];
  for (const change of changes.slice(0, SHOWN)) rows.push(["", `- ${told(change)}`]);
  if (changes.length > SHOWN) rows.push(["", `- and ${changes.length - SHOWN} more: --json has them`]);
  return rows;
}

function told({ what, page, bbox, object }: LaterChange): string {
  const area = bbox ? `, ${bbox.map((points) => Math.round(points)).join(",")}` : "";
  const where = [page === null ? null : `page ${page}${area}`, object === null ? null : `object ${object}`];
  const known = where.filter((part) => part !== null).join("; ");
  return known === "" ? what : `${what} (${known})`;
}

function colourOf(state: string): Colour | undefined {
  if (GOOD.includes(state)) return "green";
  return BAD.includes(state) ? "red" : undefined;
}
