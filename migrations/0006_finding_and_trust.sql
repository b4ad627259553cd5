CREATE TABLE `product_numbers` (
	`number` integer PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `product_numbers_product` ON `product_numbers` (`product_id`);--> statement-breakpoint
CREATE TABLE `product_ratings` (
	`product_id` text NOT NULL,
	`stars` integer NOT NULL,
	`reviews` integer NOT NULL,
	PRIMARY KEY(`product_id`, `stars`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `product_sales` (
	`product_id` text PRIMARY KEY NOT NULL,
	`orders` integer NOT NULL,
	`pieces` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `product_sales_pieces` ON `product_sales` (`pieces`,`product_id`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_log_created` ON `audit_log` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`);--> statement-breakpoint
CREATE TABLE `daily_sales` (
	`day` integer PRIMARY KEY NOT NULL,
	`orders` integer NOT NULL,
	`pieces` integer NOT NULL,
	`revenue_cents` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_mails` (
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	PRIMARY KEY(`order_id`, `kind`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `order_mails_waiting` ON `order_mails` (`next_try_at`,`created_at`) WHERE "order_mails"."sent_at" is null;--> statement-breakpoint
ALTER TABLE `products` ADD `category` text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `specification` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `gallery` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `products_priced` ON `products` (`price_cents`,`created_at`,`id`) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_category` ON `products` (`category`,`created_at`,`id`) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_category_priced` ON `products` (`category`,`price_cents`,`created_at`,`id`) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `products_scarce` ON `products` ("quantity" / "minimum",`id`) WHERE "products"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE `reviews` ADD `product_id` text REFERENCES products(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `verified` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `stars` integer;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hidden_at` integer;--> statement-breakpoint
CREATE INDEX `reviews_shown` ON `reviews` (`created_at`,`id`) WHERE "reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX `reviews_product` ON `reviews` (`product_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`,`id`) WHERE "orders"."paid_at" is null;--> statement-breakpoint
CREATE INDEX `orders_to_ship` ON `orders` (`created_at`,`id`) WHERE "orders"."paid_at" is not null and "orders"."shifted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_shipped` ON `orders` (`created_at`,`id`) WHERE "orders"."shifted_at" is not null;