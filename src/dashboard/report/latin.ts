// Foreign text in the letters that every PDF viewer has, and which of its words need others. What is a letter nowhere is
// written out by its number.
import { UNSAFE } from "../../report/unsafe.ts";

/** Beyond Latin-1, what WinAnsiEncoding holds (ISO 32000-2, annex D.2). */
const WIN_ANSI = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** With nothing in it that does not show what it does. */
export function plain(text: string): string {
  const shown = text
    .replaceAll("→", "->")
    .replaceAll("−", "-")
    .replaceAll(/[\u2009\u202f]/g, "\u00a0");
  return shown.replace(UNSAFE, (c) => (/\s/.test(c) ? " " : named(c))).normalize("NFC");
}

export function latin(text: string): string {
  return plain(text).replace(/[^\x20-\x7e\xa0-\xff]/gu, (c) => (WIN_ANSI.includes(c) ? c : named(c)));
}

export function isLatin(text: string): boolean {
  return latin(text) === text;
}

/** The words that are not written in the standard fonts: whole, so that a name is set in one face. */
export function foreignWords(text: string): string[] {
  return plain(text)
    .split(" ")
    .filter((word) => !isLatin(word));
}

function named(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}
