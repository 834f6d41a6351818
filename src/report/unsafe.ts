// Characters of foreign text that do not show what they do: a terminal or a page must write them out.

/** Control characters, line separators, and what has no width or turns the writing direction. */
export const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** As JSON escapes it, e.g. `\u202e`. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
