-- A check of an added column, so that no table is rebuilt (docs/decisions/migrations.md).
ALTER TABLE `products` ADD `part_number` text CONSTRAINT "products_part_number_format" CHECK("part_number" glob '[0-9A-Za-z]*' and "part_number" not glob '*[^0-9A-Za-z ./_-]*' and rtrim("part_number") = "part_number" and length("part_number") <= 40);--> statement-breakpoint
ALTER TABLE `products` ADD `part_key` text GENERATED ALWAYS AS (lower(replace(replace(replace(replace(replace(part_number, ' ', ''), '-', ''), '.', ''), '/', ''), '_', ''))) VIRTUAL;--> statement-breakpoint
CREATE UNIQUE INDEX `products_part_number` ON `products` ("part_number" collate nocase) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_part_key` ON `products` (`part_key`) WHERE "products"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE `orders` ADD `tool_part_number` text;
