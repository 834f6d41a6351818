// Reading documents: one, or a page of them, newest first.
import { and, desc, eq, gte, ilike, lt, type SQL, sql } from "drizzle-orm";
import { documents } from "../db/schema.ts";
import { ApiError } from "../errors.ts";
import type { Document, Verdict } from "../report.ts";
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
  const document = row && (await presentDocument(services, row));
  if (document === undefined) throw documentNotFound();
  return document;
}

/** The document of a row that was just read; undefined when it was deleted meanwhile, its findings with it. */
export async function presentDocument(services: Services, row: DocumentRow): Promise<Document | undefined> {
  try {
    return await toDocument(services, row);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if ((await findDocument(services, row.organizationId, row.id)) === undefined) return undefined;
    // Its verdict still stands on the row; a list must not fail for one file that was lost.
    services.log.error("findings_missing", error, { document: row.id });
    return toDocument(services, { ...row, signals: null, signalsStored: false });
  }
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

/** Every member narrows the list; none of them is all of it. */
export interface Filter {
  externalId?: string | undefined;
  verdict?: Verdict | "processing" | "failed" | undefined;
  /** A part of the file's name, whatever its case. */
  name?: string | undefined;
  /** Received at or after; received before. */
  from?: Date | undefined;
  until?: Date | undefined;
}

export async function listDocuments(
  services: Services,
  organizationId: string,
  { limit, cursor, ...filter }: { limit: number; cursor?: string | undefined } & Filter,
): Promise<Page> {
  const after = cursor === undefined ? undefined : readCursor(services.cursorSecret, organizationId, cursor);
  const rows = await services.db
    .select()
    .from(documents)
    .where(
      and(visibleTo(services, organizationId), ...matching(filter), after === undefined ? undefined : olderThan(after)),
    )
    .orderBy(desc(documents.createdAt), desc(documents.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const data = await Promise.all(page.map((row) => presentDocument(services, row)));
  return {
    data: data.filter((document) => document !== undefined),
    nextCursor: last === undefined ? null : writeCursor(services.cursorSecret, organizationId, last),
  };
}

function matching({ externalId, verdict, name, from, until }: Filter): (SQL | undefined)[] {
  const state = verdict === "processing" || verdict === "failed" ? verdict : undefined;
  return [
    externalId === undefined ? undefined : eq(documents.externalId, externalId),
    state && eq(documents.status, state),
    verdict === undefined || state ? undefined : eq(documents.verdict, verdict as Verdict),
    // What LIKE would take for a pattern is meant as it is written.
    name ? ilike(documents.fileName, `%${name.replace(/[\\%_]/g, "\\$&")}%`) : undefined,
    from && gte(documents.createdAt, from),
    until && lt(documents.createdAt, until),
  ];
}

/** By place and not by count: deletions and new uploads between two pages neither repeat nor skip anything. */
function olderThan(place: Place) {
  const createdAt = sql.param(place.createdAt, documents.createdAt);
  return sql`(${documents.createdAt}, ${documents.position}) < (${createdAt}, ${place.position})`;
}
