// The uploaded file itself, for those who may see the document.
import { readFile } from "node:fs/promises";
import type { Services } from "../services.ts";
import { lent } from "./inspection.ts";
import { documentNotFound, findDocument } from "./read.ts";

export type Original = { name: string; bytes: Uint8Array };

export async function originalFile(services: Services, organizationId: string, id: string): Promise<Original> {
  const row = await findDocument(services, organizationId, id);
  if (row === undefined) throw documentNotFound();
  // At most 10 MB, as every upload.
  return { name: row.fileName, bytes: await lent(services, row, (path) => readFile(path)) };
}
