// Where a file ended as an earlier save left it, or as it was when somebody signed it: saves only ever append, so the
// earlier file is the first part of the later one.
import type { History } from "../saves.ts";
import type { Signatures } from "../signed.ts";

/** After that save, or as that signature covers it; both are counted from 1, as they are told. */
export type Earlier = { save: number } | { signature: number };

/** `end`: how many bytes the earlier file has. `problem` is a sentence. */
export type End = { end: number } | { problem: string };

export function endOfSave({ error, saves }: History, number: number): End {
  if (error) return { problem: error.message };
  const save = saves.find((one) => one.number === number);
  if (save) return { end: save.end };
  return { problem: `There is no save ${number}: the file has ${counted(saves.length, "save")}.` };
}

/** The covered bytes with the signature's own value in their gap: without it, it would be no signed file. */
export function endOfSigned({ error, signatures, size_bytes }: Signatures, number: number): End {
  if (error) return { problem: error.message };
  const one = signatures[number - 1];
  if (!one) {
    return { problem: `There is no signature ${number}: the file has ${counted(signatures.length, "signature")}.` };
  }
  const [first, second] = one.bytes;
  if (!first || !second) return { problem: `Nobody can tell which bytes signature ${number} covers.` };
  if (first[0] !== 0) return { problem: `Signature ${number} does not cover the file from its beginning.` };
  if (first[1] > second[0] || second[1] > (size_bytes ?? 0)) {
    return { problem: `Signature ${number} names bytes that the file does not have.` };
  }
  return { end: second[1] };
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count || "no"} ${what}s`;
}
