// What the engine says of its signals without any file: the schema its table is held against.
import { z } from "zod";

export const SignalDefinition = z.object({
  id: z.string(),
  module: z.string(),
  kind: z.enum(["tamper", "integrity"]),
  severity: z.enum(["high", "medium", "low"]).nullable(),
  scored: z.boolean(),
  /** Signals of one cause count once: the strongest of them. */
  cause: z.string(),
  /** One sentence on what was seen. */
  meaning: z.string(),
  /** Which honest files raise it too. */
  benign: z.string(),
});
export type SignalDefinition = z.infer<typeof SignalDefinition>;

export const SignalCatalogue = z.array(SignalDefinition);
