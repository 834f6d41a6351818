// Asks the engine for all that a report tells besides the judgement.
import { type Inspection, statesToShow } from "../report/inspection.ts";
import type { Historian, SignatureReader } from "./engine.ts";

type Options = { signal?: AbortSignal | undefined; password?: string | undefined };

export async function inspect(
  engine: Historian & SignatureReader,
  path: string,
  options: Options = {},
): Promise<Inspection> {
  const history = await engine.history(path, options);
  const signatures = await engine.signatures(path, options);
  const sheets = [];
  for (const save of [null, ...statesToShow(history)]) {
    sheets.push({ save, of: await engine.sheets(path, save === null ? {} : { save }, options) });
  }
  return { history, signatures, sheets };
}
