CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"start" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigserial NOT NULL,
	"organization_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"external_id" text,
	"metadata" text,
	"file_name" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"stored_as" text NOT NULL,
	"status" text NOT NULL,
	"check" text NOT NULL,
	"leased_by" text,
	"lease_ends_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"pages" integer,
	"document_class" text,
	"verdict" text,
	"basis" text,
	"reference_match" json,
	"score" integer,
	"tamper_score" double precision,
	"integrity_score" double precision,
	"confidence" double precision,
	"summary" text,
	"signals" text,
	"signals_stored" boolean DEFAULT false NOT NULL,
	"engine" json,
	"error_code" text,
	"error_message" text
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" text NOT NULL,
	"key" text NOT NULL,
	"upload" text NOT NULL,
	"document_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"allowance" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"api_documents" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_within_allowance" CHECK ("organizations"."used" between 0 and "organizations"."allowance")
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"subject" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"key_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"error_code" text,
	"milliseconds" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_newest" ON "documents" USING btree ("organization_id","created_at","position");--> statement-breakpoint
CREATE INDEX "documents_external_id" ON "documents" USING btree ("organization_id","external_id","created_at","position");--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at") WHERE "documents"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "documents_age" ON "documents" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_stored_as" ON "documents" USING btree ("stored_as");--> statement-breakpoint
CREATE INDEX "idempotency_keys_document" ON "idempotency_keys" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "requests_newest" ON "requests" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "requests_age" ON "requests" USING btree ("created_at");