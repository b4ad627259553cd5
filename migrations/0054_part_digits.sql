ALTER TABLE `products` ADD `part_digits` text GENERATED ALWAYS AS (ltrim(part_key, 'abcdefghijklmnopqrstuvwxyz')) VIRTUAL;--> statement-breakpoint
CREATE INDEX `products_part_digits` ON `products` (`part_digits`) WHERE "products"."deleted_at" is null;
