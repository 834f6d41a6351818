// The caller's reference to a document.

const CHARACTERS = 191;

/** What is wrong with it, or undefined when it can be kept. */
export function externalIdFault(text: string): string | undefined {
  // Characters as people count them, not the halves that UTF-16 splits them into.
  if ([...text].length > CHARACTERS) return `external_id must be at most ${CHARACTERS} characters.`;
  if (text.includes("\0")) return "external_id must not contain NUL.";
  return undefined;
}
