// Deleting a document: row first, so that nobody can reach it any more, then its files. The check stays used.
import { and, eq } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import type { Services } from "../services.ts";
import { removeFiles } from "./files.ts";
import { documentNotFound } from "./read.ts";
import { visibleTo } from "./visible.ts";

export async function deleteDocument(services: Services, organizationId: string, id: string): Promise<void> {
  if (id.includes("\0")) throw documentNotFound();
  const [gone] = await services.db
    .delete(documents)
    .where(and(eq(documents.id, id), visibleTo(services, organizationId)))
    .returning({ storedAs: documents.storedAs });
  if (gone === undefined) throw documentNotFound();
  // Whoever analyses it here stops now; another replica notices when it renews its lease.
  services.events.emit("removed", id);
  await removeFiles(services, gone.storedAs);
}
