// Deleting a document: row first, so that nobody can reach it any more, then its files. The check stays used. And all
// documents of an organization, with the organization.
import { and, eq } from "drizzle-orm";
import { documents, organizations } from "../db/schema.ts";
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

/** Deletes the organization with its keys, its logs and its documents. */
export async function removeOrganization(services: Services, organizationId: string): Promise<void> {
  const gone = await services.db.transaction(async (transaction) => {
    const files = await transaction
      .delete(documents)
      .where(eq(documents.organizationId, organizationId))
      .returning({ id: documents.id, storedAs: documents.storedAs });
    // All else that belongs to it goes with its row.
    await transaction.delete(organizations).where(eq(organizations.id, organizationId));
    return files;
  });
  for (const { id, storedAs } of gone) {
    services.events.emit("removed", id);
    await removeFiles(services, storedAs);
  }
}
