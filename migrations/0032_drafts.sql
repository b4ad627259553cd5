-- A check of an added column, so that no table is rebuilt (docs/decisions/migrations.md).
ALTER TABLE `products` ADD `draft` integer DEFAULT false NOT NULL CONSTRAINT "products_draft_hidden" CHECK("draft" = 0 or "deleted_at" is not null);--> statement-breakpoint
CREATE INDEX `products_drafts` ON `products` (`created_at`,`id`) WHERE "products"."draft" = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `products_draft_part_number` ON `products` ("part_number" collate nocase) WHERE "products"."draft" = 1;--> statement-breakpoint
ALTER TABLE `imports` ADD `adds_drafts` integer DEFAULT false NOT NULL;
