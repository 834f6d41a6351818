// Checks the file of a document once more: a new document, charged like any other.
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "../report.ts";
import type { Services } from "../services.ts";
import { newStorageName } from "./files.ts";
import { lent } from "./inspection.ts";
import { documentNotFound, findDocument } from "./read.ts";
import { submitDocument } from "./submit.ts";

export async function checkAgain(services: Services, organizationId: string, id: string): Promise<Document> {
  const row = await findDocument(services, organizationId, id);
  if (row === undefined) throw documentNotFound();
  const path = join(services.uploads, newStorageName());
  try {
    await lent(services, row, (original) => copyFile(original, path));
    return await submitDocument(services, organizationId, {
      path,
      name: row.fileName,
      sizeBytes: row.sizeBytes,
      sha256: row.sha256,
      externalId: row.externalId,
      metadata: row.metadata,
      idempotencyKey: null,
      source: "dashboard",
    });
  } finally {
    // Storage has taken it over, unless no check was left.
    await rm(path, { force: true });
  }
}
