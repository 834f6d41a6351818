// What is said of the saves of one file: the schemas from which the engine's answers and the command line take their
// types. The command prints these members as JSON.
import { z } from "zod";
import { Failure } from "./report.ts";

export const MEANINGS = [
  "first",
  "pages",
  "content",
  "annotation",
  "form_fill",
  "signature",
  "security_store",
  "attachment",
  "rewritten",
  "metadata",
  "structure",
  "nothing",
] as const;
export type Meaning = (typeof MEANINGS)[number];

const Count = z.int().min(0);
const Number1 = z.int().min(1);
/** PDF points from the bottom-left corner of what viewers show. */
const Bbox = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Bbox = z.infer<typeof Bbox>;

const ObjectChange = z.object({
  name: z.string(),
  kind: z.enum(["added", "changed", "repeated", "freed"]),
  entries: z.array(z.string()),
  object: Count,
  span: z.tuple([Count, Count]).nullable(),
  as_after_save: Number1.nullable(),
});
export type ObjectChange = z.infer<typeof ObjectChange>;

const ValueChange = z.object({
  bbox: Bbox.nullable(),
  old_bbox: Bbox.nullable(),
  of: z.enum(["page", "annotation"]),
  field: z.string().nullable(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  as_after_save: Number1.nullable(),
});
export type ValueChange = z.infer<typeof ValueChange>;

const PictureNote = z.object({
  bbox: Bbox,
  kind: z.enum(["added", "removed", "changed"]),
  pixels_changed: Count.nullable(),
  pixels_of: Count.nullable(),
});
export type PictureNote = z.infer<typeof PictureNote>;

/** Width and height in points, degrees by which viewers turn the page clockwise. */
const SheetChange = z.object({
  size_before: z.tuple([z.number(), z.number()]),
  size_after: z.tuple([z.number(), z.number()]),
  turn_before: z.int(),
  turn_after: z.int(),
});
export type SheetChange = z.infer<typeof SheetChange>;

const PageDifference = z.object({
  page: Number1,
  page_before: Number1,
  sheet: SheetChange.nullable(),
  values: z.array(ValueChange),
  pictures: z.array(PictureNote),
  drawings: z.array(z.object({ bbox: Bbox, kind: z.enum(["added", "removed"]) })),
});
export type PageDifference = z.infer<typeof PageDifference>;

const Save = z.object({
  number: Number1,
  start: Count,
  end: Count,
  size_bytes: Count,
  linearised: z.boolean(),
  meanings: z.array(z.enum(MEANINGS)).min(1),
  writer: z.string().nullable(),
  dates: z.array(z.object({ place: z.string(), date: z.string() })),
  objects: Count,
  changes: z.array(ObjectChange),
  pages: z.object({
    before: Count,
    after: Count,
    added: z.array(Number1),
    removed: z.array(Number1),
    moved: z.array(z.tuple([Number1, Number1])),
  }),
  page_changes: z.array(PageDifference),
});
export type Save = z.infer<typeof Save>;

export const History = z.object({
  status: z.enum(["completed", "failed"]),
  pages: Count.nullable(),
  encrypted: z.boolean(),
  rebuilt: z.boolean(),
  saves: z.array(Save),
  cut: z.string().nullable(),
  error: Failure.nullable(),
});
export type History = z.infer<typeof History>;

/** A page drawn, or why it is not. */
export const PagePicture = z.object({
  status: z.enum(["completed", "failed"]),
  png: z.instanceof(Uint8Array).nullable(),
  width: Count.nullable(),
  height: Count.nullable(),
  error: Failure.nullable(),
});
export type PagePicture = z.infer<typeof PagePicture>;

/** The pages of one state: what viewers show of each in points, and by how much they turn it clockwise. */
export const PageSheets = z.object({
  status: z.enum(["completed", "failed"]),
  pages: z.array(z.object({ width: z.number(), height: z.number(), turn: z.literal([0, 90, 180, 270]) })),
  error: Failure.nullable(),
});
export type PageSheets = z.infer<typeof PageSheets>;
export type Sheet = PageSheets["pages"][number];

/** A page of a state: after that save, or with `null` as the file stands. */
export type Shot = { page: number; save: number | null };

export type Mark = { bbox: Bbox; colour: [number, number, number] };

/** `save` 1 is the first; without it the file as it stands. `beside` is drawn to the right. */
export type PageOptions = {
  save?: number;
  page: number;
  dpi?: number;
  marks?: Mark[];
  beside?: { save?: number; page: number; marks?: Mark[] };
};
