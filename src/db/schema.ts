// The tables. Rows stay small (PGlite runs in this process): files and long lists of findings lie in storage.
// After a change: `npm run db:generate`, and commit the migration.
import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { EngineVersion, FailureCode, ReferenceMatch, Verdict } from "../report.ts";

/** Milliseconds, as JavaScript knows them: what is written is read back equal. */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const organizations = pgTable(
  "organizations",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** Checks granted in total. */
    allowance: integer("allowance").notNull().default(0),
    /** Checks reserved or spent. */
    used: integer("used").notNull().default(0),
    /** Documents ever accepted through the API; never goes down. */
    apiDocuments: integer("api_documents").notNull().default(0),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [check("used_within_allowance", sql`${table.used} between 0 and ${table.allowance}`)],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The first characters, so that a person can tell the keys apart. */
    start: text("start").notNull(),
    /** SHA-256 of the whole key; the key itself is nowhere. */
    hash: text("hash").notNull(),
    createdAt: moment("created_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    index("api_keys_organization").on(table.organizationId, table.createdAt),
  ],
);

/** A document is its own job: `processing` with no lease, or with one that ended, is work for whoever takes it. */
export const documents = pgTable(
  "documents",
  {
    id: text("id").primaryKey(),
    /** Order of acceptance: breaks ties between equal times, so that a page's end is one exact place. */
    position: bigserial("position", { mode: "number" }).notNull(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
    externalId: text("external_id"),
    /** The JSON text as the caller sent it: a column type of JSON would round its numbers or lose its key order. */
    metadata: text("metadata"),

    fileName: text("file_name").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256").notNull(),
    /** Opaque name of the file in storage. */
    storedAs: text("stored_as").notNull(),

    status: text("status", { enum: ["processing", "completed", "failed"] }).notNull(),
    /** What became of the check: `returned` for failed and unsupported ones. */
    check: text("check", { enum: ["reserved", "spent", "returned"] }).notNull(),
    leasedBy: text("leased_by"),
    leaseEndsAt: moment("lease_ends_at"),
    /** How often an analysis of it was begun. */
    attempts: integer("attempts").notNull().default(0),

    pages: integer("pages"),
    documentClass: text("document_class"),
    verdict: text("verdict").$type<Verdict>(),
    basis: text("basis"),
    referenceMatch: json("reference_match").$type<ReferenceMatch>(),
    score: integer("score"),
    tamperScore: doublePrecision("tamper_score"),
    integrityScore: doublePrecision("integrity_score"),
    confidence: doublePrecision("confidence"),
    summary: text("summary"),
    /** The findings as JSON text, or null when they are too long for a row. */
    signals: text("signals"),
    signalsStored: boolean("signals_stored").notNull().default(false),
    engine: json("engine").$type<EngineVersion>(),
    errorCode: text("error_code").$type<FailureCode>(),
    errorMessage: text("error_message"),
  },
  (table) => [
    index("documents_newest").on(table.organizationId, table.createdAt, table.position),
    index("documents_external_id").on(table.organizationId, table.externalId, table.createdAt, table.position),
    index("documents_waiting").on(table.createdAt).where(sql`${table.status} = 'processing'`),
    index("documents_age").on(table.createdAt),
    uniqueIndex("documents_stored_as").on(table.storedAs),
  ],
);

/** What an Idempotency-Key was used for; goes with its document. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** SHA-256 over file, external_id and metadata. */
    upload: text("upload").notNull(),
    documentId: text("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.key] }),
    index("idempotency_keys_document").on(table.documentId),
    index("idempotency_keys_age").on(table.createdAt),
  ],
);

/** Requests counted per key, and bad keys per address, over all replicas. */
export const rateWindows = pgTable("rate_windows", {
  subject: text("subject").primaryKey(),
  startedAt: moment("started_at").notNull(),
  count: integer("count").notNull(),
});

/** The request log of an organization. Holds no addresses, names or query strings. */
export const requests = pgTable(
  "requests",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    keyId: text("key_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    status: integer("status").notNull(),
    errorCode: text("error_code"),
    milliseconds: integer("milliseconds").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("requests_newest").on(table.organizationId, table.createdAt),
    index("requests_age").on(table.createdAt),
  ],
);

/** What all replicas must share and nobody else may know. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
