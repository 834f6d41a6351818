// What the engine says of how files are written and set: the schemas its answers are held against.
import { z } from "zod";
import { Failure } from "./report.ts";

const Value = z.object({ value: z.string(), page: z.int().min(1).nullable() });
export type Value = z.infer<typeof Value>;

const Detail = z.object({ aspect: z.string(), subject: z.string(), values: z.array(Value) });

/** The structural fingerprint of one file. */
export const Fingerprint = z.object({
  status: z.enum(["completed", "failed"]),
  size_bytes: z.int().min(0).nullable(),
  details: z.array(Detail),
  error: Failure.nullable(),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

const Difference = z.object({
  aspect: z.string(),
  subject: z.string(),
  genuine: z.array(Value),
  questioned: z.array(Value),
  meaning: z.string(),
});
export type Difference = z.infer<typeof Difference>;

/** In what a questioned file differs from a genuine one. */
export const Comparison = z.object({
  differences: z.array(Difference),
  shared: z.int().min(0),
  same_program: z.boolean(),
});
export type Comparison = z.infer<typeof Comparison>;

const Place = z.int().min(0);
const Odd = z.object({ file: Place, nearest: Place, comparison: Comparison });

/** Files sorted by the program that wrote them, each by its place among those that were given. */
export const Grouping = z.object({ groups: z.array(z.array(Place)), odd: z.array(Odd) });
export type Grouping = z.infer<typeof Grouping>;
