// Reading documents: one, or a page of them, newest first.
import { and, desc, eq, sql } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import type { Document } from "../report.ts";
import type { Services } from "../services.ts";
import { type Place, readCursor, writeCursor } from "./cursor.ts";
import { type DocumentRow, toDocument } from "./document.ts";
import { visibleTo } from "./visible.ts";

export interface Page {
  data: Document[];
  nextCursor: string | null;
}

export async function retrieveDocument(services: Services, organizationId: string, id: string): Promise<Document> {
  const row = await findDocument(services, organizationId, id);
  if (row === undefined) throw documentNotFound();
  return toDocument(services, row);
}

/** One sentence for every reason: another organization's document looks like one that never existed. */
export function documentNotFound(): ApiError {
  return new ApiError("not_found", "No such document.");
}

export async function findDocument(
  services: Services,
  organizationId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  // No text column can hold NUL, and PostgreSQL refuses the question.
  if (id.includes("\0")) return undefined;
  const [row] = await services.db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), visibleTo(services, organizationId)));
  return row;
}

export async function listDocuments(
  services: Services,
  organizationId: string,
  { limit, cursor, externalId }: { limit: number; cursor?: string | undefined; externalId?: string | undefined },
): Promise<Page> {
  const after = cursor === undefined ? undefined : readCursor(services.cursorSecret, organizationId, cursor);
  const rows = await services.db
    .select()
    .from(documents)
    .where(
      and(
        visibleTo(services, organizationId),
        externalId === undefined ? undefined : eq(documents.externalId, externalId),
        after === undefined ? undefined : olderThan(after),
      ),
    )
    .orderBy(desc(documents.createdAt), desc(documents.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: await Promise.all(page.map((row) => toDocument(services, row))),
    nextCursor: last === undefined ? null : writeCursor(services.cursorSecret, organizationId, last),
  };
}

/** By place and not by count: deletions and new uploads between two pages neither repeat nor skip anything. */
function olderThan(place: Place) {
  const createdAt = sql.param(place.createdAt, documents.createdAt);
  return sql`(${documents.createdAt}, ${documents.position}) < (${createdAt}, ${place.position})`;
}
