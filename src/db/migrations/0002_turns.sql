DROP INDEX "documents_waiting";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_turns" ON "documents" USING btree ("turn","position") WHERE "documents"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "documents_unfinished" ON "documents" USING btree ("organization_id","turn") WHERE "documents"."status" = 'processing';