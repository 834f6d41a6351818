// What a report needs of the engine besides its judgement: the saves, the signatures, and how large the pages are.
import { z } from "zod";
import { History, PageSheets } from "../saves.ts";
import { Signatures } from "../signed.ts";

export const Inspection = z.object({
  history: History,
  signatures: Signatures,
  /** As the file stands (`null`), and after those of its saves that a report shows. */
  sheets: z.array(z.object({ save: z.int().min(1).nullable(), of: PageSheets })),
});
export type Inspection = z.infer<typeof Inspection>;

/** Changed states that are drawn; a file with more is shown by its last ones. */
const STATES = 8;

/** After which saves the pages are to be measured: those before and after a change that can be seen, the latest first. */
export function statesToShow({ saves }: History): number[] {
  const changed = saves.filter(({ number, page_changes, pages }) => {
    return number > 1 && page_changes.length + pages.removed.length > 0;
  });
  const wanted = new Set(changed.slice(-STATES).flatMap(({ number }) => [number - 1, number]));
  wanted.delete(saves.length);
  return [...wanted].sort((a, b) => a - b);
}
