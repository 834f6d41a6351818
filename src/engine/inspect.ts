// Asks the engine for all that a report tells besides the judgement.
import { type Inspection, statesToShow } from "../report/inspection.ts";
import type { Historian, SignatureReader } from "./engine.ts";

/** `received`: when the file came, at which time its signers are judged. */
type Options = { signal?: AbortSignal | undefined; password?: string | undefined; received?: Date | undefined };

export async function inspect(
  engine: Historian & SignatureReader,
  path: string,
  { received, ...options }: Options = {},
): Promise<Inspection> {
  const history = await engine.history(path, options);
  const signatures = await engine.signatures(path, { received, ...options });
  const sheets = [];
  for (const save of [null, ...statesToShow(history)]) {
    sheets.push({ save, of: await engine.sheets(path, save === null ? {} : { save }, options) });
  }
  return { history, signatures, sheets };
}
