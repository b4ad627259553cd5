CREATE TABLE `payment_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`created_by` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `payment_links_order` ON `payment_links` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_links_created` ON `payment_links` (`created_at`);--> statement-breakpoint
CREATE INDEX `payment_links_created_by` ON `payment_links` (`created_by`);--> statement-breakpoint
ALTER TABLE `orders` ADD `placed_by` text;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` ("name" collate nocase,`id`);