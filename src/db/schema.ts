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
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

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
    /** Set by the operator: its keys and its pages of documents stop working, nothing is deleted. */
    suspendedAt: moment("suspended_at"),
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
    /** To the minute. */
    lastUsedAt: moment("last_used_at"),
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
    /** By which way it came. */
    source: text("source", { enum: ["api", "dashboard"] })
      .notNull()
      .default("api"),
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
    /** Place in the queue, by rounds: the lowest is next (documents/turn.ts). */
    turn: integer("turn").notNull().default(0),
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
    index("documents_turns").on(table.turn, table.position).where(sql`${table.status} = 'processing'`),
    index("documents_unfinished").on(table.organizationId, table.turn).where(sql`${table.status} = 'processing'`),
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
    /** The document it made, read or deleted; outlives it. */
    documentId: text("document_id"),
    milliseconds: integer("milliseconds").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("requests_newest").on(table.organizationId, table.createdAt),
    index("requests_age").on(table.createdAt),
  ],
);

/** Documents accepted a day and by which way, and the checks given back of them; outlives the documents. */
export const usageDays = pgTable(
  "usage_days",
  {
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** The day of acceptance in UTC, `2026-11-23`. */
    day: text("day").notNull(),
    source: text("source", { enum: ["api", "dashboard"] }).notNull(),
    accepted: integer("accepted").notNull().default(0),
    returned: integer("returned").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day, table.source] })],
);

/** Requests refused for a bad key, by address and day: what the operator sees of somebody who guesses. */
export const badKeyDays = pgTable(
  "bad_key_days",
  {
    address: text("address").notNull(),
    day: text("day").notNull(),
    requests: integer("requests").notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.day] }), index("bad_key_days_day").on(table.day)],
);

/** What all replicas must share and nobody else may know. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
