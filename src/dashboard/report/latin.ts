// Foreign text in the letters that every PDF viewer has: what the standard fonts lack is written out by its number.
import { UNSAFE } from "../../report/unsafe.ts";

/** Beyond Latin-1, what WinAnsiEncoding holds (ISO 32000-2, annex D.2). */
const WIN_ANSI = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

export function latin(text: string): string {
  const shown = text
    .replaceAll("→", "->")
    .replaceAll("−", "-")
    .replaceAll(/[\u2009\u202f]/g, "\u00a0");
  return shown
    .replace(UNSAFE, (c) => (/\s/.test(c) ? " " : named(c)))
    .replace(/[^\x20-\x7e\xa0-\xff]/gu, (c) => (WIN_ANSI.includes(c) ? c : named(c)));
}

function named(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}
