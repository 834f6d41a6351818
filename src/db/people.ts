// The tables of people: who they are, by what they sign in, to which organizations they belong. The first four are
// better-auth's, under our names; only the members of it that are used have a column.
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, organizations } from "./schema.ts";

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** In lower case. */
    email: text("email").notNull(),
    emailVerified: boolean("email_verified").notNull().default(false),
    /** When the first checks were granted for this person's confirmed address: once, whatever becomes of organizations. */
    welcomedAt: moment("welcomed_at"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    token: text("token").notNull(),
    /** Always empty: addresses are not kept. */
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The organization that is looked at, where the person belongs to several. */
    organizationId: text("organization_id").references(() => organizations.id, { onDelete: "set null" }),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_token").on(table.token),
    index("sessions_user").on(table.userId),
    index("sessions_age").on(table.expiresAt),
  ],
);

/** By what somebody signs in: the hash of a password. */
export const credentials = pgTable(
  "credentials",
  {
    id: text("id").primaryKey(),
    userId: userId(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    /** scrypt. */
    password: text("password"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [uniqueIndex("credentials_user").on(table.userId, table.providerId)],
);

/** Links that work once: the hash of what stands in them, and for whom. */
export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [index("verifications_identifier").on(table.identifier), index("verifications_age").on(table.expiresAt)],
);

export const memberships = pgTable(
  "memberships",
  {
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    userId: userId(),
    role: text("role", { enum: ["owner", "member"] }).notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index("memberships_user").on(table.userId, table.createdAt),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text("email").notNull(),
    role: text("role", { enum: ["owner", "member"] }).notNull(),
    /** SHA-256 of what stands in the link. */
    hash: text("hash").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitations_hash").on(table.hash),
    uniqueIndex("invitations_email").on(table.organizationId, table.email),
  ],
);
