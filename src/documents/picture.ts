// Pictures of a document's pages, as the file stands and as earlier saves left it: drawn by the engine's child when they
// are first looked at, kept beside the document, gone with it.
import type { Shot } from "../saves.ts";
import type { Services } from "../services.ts";
import type { DocumentRow } from "./document.ts";
import { pictureName } from "./files.ts";
import { lent, unlessGone } from "./inspection.ts";
import { documentNotFound, findDocument } from "./read.ts";

/** PNG, or a sentence that says why the page cannot be shown. */
export type PagePicture = { png: Uint8Array } | { problem: string };

/** Small print can be read, and a page weighs about 100 kB. */
const DPI = 110;

/** A picture beyond these is drawn each time: a file may hold any number of saves. */
const KEPT = 400;

/** The first bytes of every PNG (PNG specification, 5.2). */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

export async function pagePicture(
  services: Services,
  organizationId: string,
  id: string,
  shot: Shot,
): Promise<PagePicture> {
  const row = await findDocument(services, organizationId, id);
  if (row === undefined) throw documentNotFound();
  if (row.status !== "completed") return { problem: "The file is not checked." };
  if (shot.page > (row.pages ?? 0) && shot.save === null) return { problem: `The file has no page ${shot.page}.` };
  return (await readKept(services, row, shot)) ?? drawOnce(services, organizationId, row, shot);
}

/** Those who ask for the same picture at once wait for one drawing. */
const drawing = new WeakMap<Services, Map<string, Promise<PagePicture>>>();

function drawOnce(services: Services, organizationId: string, row: DocumentRow, shot: Shot): Promise<PagePicture> {
  const name = pictureName(row.storedAs, shot);
  const open = drawing.get(services) ?? new Map<string, Promise<PagePicture>>();
  drawing.set(services, open);
  const drawn = open.get(name) ?? draw(services, organizationId, row, shot).finally(() => open.delete(name));
  open.set(name, drawn);
  return drawn;
}

async function draw(services: Services, organizationId: string, row: DocumentRow, shot: Shot): Promise<PagePicture> {
  const { page, save } = shot;
  const wanted = { page, dpi: DPI, ...(save === null ? {} : { save }) };
  const { png, error } = await lent(services, row, (path) => services.engine.picture(path, wanted));
  const name = pictureName(row.storedAs, shot);
  const problem = error?.message ?? "The page cannot be drawn.";
  if ((await services.storage.countBeside(row.storedAs)) < KEPT) {
    // A failure is kept by the engine that failed: the next look must not wait for its limits again.
    await services.storage.putBytes(
      name,
      png ?? Buffer.from(JSON.stringify({ engine: services.engine.version, problem })),
    );
    await unlessGone(services, organizationId, row);
  }
  return png ? { png } : { problem };
}

async function readKept(services: Services, row: DocumentRow, shot: Shot): Promise<PagePicture | undefined> {
  const bytes = await services.storage.readBytes(pictureName(row.storedAs, shot)).catch(() => undefined);
  if (bytes === undefined) return undefined;
  if (PNG.equals(bytes.subarray(0, PNG.length))) return { png: bytes };
  const { engine, problem } = JSON.parse(Buffer.from(bytes).toString()) as { engine: string; problem: string };
  return engine === services.engine.version ? { problem } : undefined;
}
