ALTER TABLE `basket_lines` ADD `last_key` text;--> statement-breakpoint
ALTER TABLE `basket_lines` ADD `last_key_at` integer;