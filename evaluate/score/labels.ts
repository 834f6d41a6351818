// The labelled set as the evaluation reads it: what each file is and what may be said of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export type Area = [number, number, number, number];

const Edit = z.object({
  page: z.number(),
  area: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  field: z.string(),
  kind: z.string(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
});
export type Edit = z.infer<typeof Edit>;

const Label = z.object({
  file: z.string(),
  label: z.enum(["genuine", "benign", "edited"]),
  producer: z.string().default(""),
  design: z.string().default(""),
  locale: z.string().default(""),
  method: z.string().nullish(),
  treatment: z.string().nullish(),
  source: z.string().nullish(),
  traceable: z.boolean().nullish(),
  traces: z.array(z.string()).default([]),
  why: z.string().default(""),
  edits: z.array(Edit).default([]),
  allowed: z.array(z.string()).default([]),
  image: z.boolean().default(false),
  expect: z
    .object({
      error: z.string().optional(),
      may_fail: z.string().optional(),
      basis: z.string().optional(),
      document_class: z.string().optional(),
      signature: z.string().optional(),
    })
    .default({}),
});
export type Label = z.infer<typeof Label>;

/** The labels of a set, in the order of their files' names. */
export function readLabels(set: string): Label[] {
  return parseLabels(JSON.parse(readFileSync(join(set, "manifest.json"), "utf8")));
}

export function parseLabels(labels: unknown): Label[] {
  return z
    .array(Label)
    .parse(labels)
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
