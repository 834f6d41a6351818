// Text that came with a file: shown as text, with what has no width or turns the writing direction written out.
import { UNSAFE } from "../../report/unsafe.ts";

/** Whoever made the file also chose these characters: `bdi` keeps their direction from what stands around them. */
export function Foreign({ text }: { text: string }) {
  const parts: (string | { code: string })[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(UNSAFE)) {
    parts.push(text.slice(from, index));
    from = index + character.length;
    if (/\s/.test(character)) parts.push(" ");
    else parts.push({ code: `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}` });
  }
  parts.push(text.slice(from));
  return (
    <bdi>
      {parts.map((part) =>
        typeof part === "string" ? (
          part
        ) : (
          <span class="escape" title="A character that does not show">
            {part.code}
          </span>
        ),
      )}
    </bdi>
  );
}
