// What the engine says of the signatures of one file: the schema its answers are held against.
import { z } from "zod";
import { Failure } from "./report.ts";

const Bytes = z.tuple([z.int().min(0), z.int().min(0)]);
const Box = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const Page = z.int().min(1).nullable();

const Axis = z.object({ state: z.string(), words: z.string() });
export type Axis = z.infer<typeof Axis>;

const LaterChange = z.object({
  level: z.string(),
  what: z.string(),
  object: z.int().min(0).nullable(),
  bytes: Bytes.nullable(),
  page: Page,
  bbox: Box.nullable(),
  field: z.string().nullable(),
});
export type LaterChange = z.infer<typeof LaterChange>;

const LaterSave = z.object({
  save: z.int().min(1),
  bytes: Bytes,
  level: z.string(),
  words: z.string(),
  changes: z.array(LaterChange),
});
export type LaterSave = z.infer<typeof LaterSave>;

const Signer = z.object({
  name: z.string(),
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  not_before: z.string(),
  not_after: z.string(),
});

export const SignatureReport = z.object({
  field: z.string().nullable(),
  kind: z.enum(["approval", "certification", "document_timestamp", "usage_rights"]),
  format: z.string(),
  page: Page,
  bbox: Box.nullable(),
  visible: z.boolean(),
  shown: z.boolean(),
  signer: Signer.nullable(),
  stated_name: z.string().nullable(),
  reason: z.string().nullable(),
  location: z.string().nullable(),
  time: z.string().nullable(),
  bytes: z.array(Bytes),
  save: z.int().min(1),
  axes: z.object({
    integrity: Axis,
    coverage: Axis,
    later_changes: Axis,
    permission: Axis,
    identity: Axis,
    time: Axis,
    strength: Axis,
  }),
  notes: z.array(z.string()),
  later: z.array(LaterSave),
});
export type SignatureReport = z.infer<typeof SignatureReport>;

/** The answer for one file; `error` is set only when `status` is `failed`. */
export const Signatures = z.object({
  status: z.enum(["completed", "failed"]),
  size_bytes: z.int().min(0).nullable(),
  saves: z.int().min(0),
  signatures: z.array(SignatureReport),
  remains: z.array(z.string()),
  error: Failure.nullable(),
});
export type Signatures = z.infer<typeof Signatures>;
