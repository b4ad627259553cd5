ALTER TABLE `orders` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `reserved_until` integer;--> statement-breakpoint
CREATE INDEX `orders_reserved` ON `orders` (`reserved_until`) WHERE "orders"."paid_at" is null and "orders"."cancelled_at" is null;