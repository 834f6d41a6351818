// The engine for a command: built where it can be, opened, and why it could not be in plain words.
import { ensureEngineBuilt } from "../engine/built.ts";
import { type EngineOptions, openEngine } from "../engine/engine.ts";
import { StartError } from "../errors.ts";

export async function startEngine(options: EngineOptions) {
  if (!ensureEngineBuilt()) throw new StartError("There is no engine for this machine; run npm run build.");
  return openEngine(options).catch((error: Error) => {
    throw new StartError(error.message);
  });
}
