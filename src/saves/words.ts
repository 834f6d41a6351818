// What the engine's words for saves mean to a person who has never seen the inside of a PDF.
import type { Meaning, Save } from "../saves.ts";

const MEANINGS: Record<Meaning, string> = {
  first: "the document as it was first written",
  pages: "added, removed or moved pages",
  content: "changed what pages show",
  annotation: "changed notes, stamps or links",
  form_fill: "filled in form fields",
  signature: "signed",
  security_store: "added proof for signatures",
  attachment: "changed attachments",
  rewritten: "wrote pages anew that show the same",
  metadata: "changed the description of the document",
  structure: "changed nothing that is shown",
  nothing: "changed nothing",
};

/** Meanings that alter what a reader sees or relies on. */
export const VISIBLE: ReadonlySet<Meaning> = new Set(["pages", "content", "annotation", "form_fill"]);

export function deeds({ meanings }: Save): string {
  const words = meanings.map((meaning) => MEANINGS[meaning]);
  const last = words.pop() ?? "";
  return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}

/** `D:20261120200538Z` and its like as a person writes it; what is no such date stays as it is. */
export function readableDate(date: string): string {
  const parts = /^D?:?(\d{4})-?(\d{2})-?(\d{2})(?:T?(\d{2}):?(\d{2})(?::?(\d{2}))?)?(.*)$/.exec(date.trim());
  if (!parts) return date;
  const [, year, month, day, hour, minute, second, rest = ""] = parts;
  const time = hour && minute ? ` ${hour}:${minute}${second ? `:${second}` : ""}` : "";
  return `${year}-${month}-${day}${time}${zone(rest)}`;
}

function zone(rest: string): string {
  const parts = /^(?:\.\d+)?([-+Zz])(\d{2})?'?:?(\d{2})?'?$/.exec(rest);
  if (!parts) return "";
  const [, sign, hours = "00", minutes = "00"] = parts;
  if (sign === "Z" || sign === "z" || `${hours}${minutes}` === "0000") return " UTC";
  return ` ${sign}${hours}:${minutes}`;
}

export function bytes(count: number): string {
  return `${count.toLocaleString("en")} byte${count === 1 ? "" : "s"}`;
}

export function pageList(pages: number[]): string {
  return `${pages.length === 1 ? "page" : "pages"} ${pages.join(", ")}`;
}
