// Of a variable font the letters that are wanted, at one weight: by HarfBuzz's subsetter, since pdfkit embeds a variable font
// at its default weight alone, which of Noto Sans SC is its thinnest.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** A global of Node.js that its types leave to those of browsers. */
declare const WebAssembly: { instantiate(code: Uint8Array): Promise<{ instance: { exports: unknown } }> };

/** What is used of its C interface; a number is an address, 0 is failure. */
type HarfBuzz = {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(at: number): void;
  hb_blob_create(at: number, bytes: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_invert(set: number): void;
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
};

/** HB_MEMORY_MODE_READONLY and HB_SUBSET_SETS_LAYOUT_FEATURE_TAG of its headers. */
const READ_ONLY = 1;
const LAYOUT_FEATURES = 6;
const WEIGHT = Buffer.from("wght").readUInt32BE();

let opening: Promise<HarfBuzz> | undefined;

async function open(): Promise<HarfBuzz> {
  const path = require.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");
  const { instance } = await WebAssembly.instantiate(await readFile(path));
  const harfbuzz = instance.exports as HarfBuzz;
  harfbuzz._initialize();
  return harfbuzz;
}

/** A TrueType font with no more than these letters and what they are joined by. */
export async function instanceOf(font: Uint8Array, letters: Iterable<string>, weight: number): Promise<Buffer> {
  opening ??= open();
  const hb = await opening;
  const at = hb.malloc(font.length);
  // Anew each time: memory that grows is another buffer.
  new Uint8Array(hb.memory.buffer).set(font, at);
  const blob = hb.hb_blob_create(at, font.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  try {
    const features = hb.hb_subset_input_set(input, LAYOUT_FEATURES);
    hb.hb_set_clear(features);
    hb.hb_set_invert(features);
    const wanted = hb.hb_subset_input_unicode_set(input);
    for (const letter of letters) hb.hb_set_add(wanted, letter.codePointAt(0) ?? 0);
    if (!hb.hb_subset_input_pin_axis_location(input, face, WEIGHT, weight)) throw new Error("a font without a weight");
    return taken(hb, hb.hb_subset_or_fail(face, input));
  } finally {
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(at);
  }
}

function taken(hb: HarfBuzz, face: number): Buffer {
  if (face === 0) throw new Error("HarfBuzz could not take letters out of a font");
  const blob = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(blob, 0);
  const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(face);
  return bytes;
}
