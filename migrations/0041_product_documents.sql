CREATE TABLE `product_documents` (
	`product_id` text NOT NULL,
	`key` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`product_id`, `key`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "product_documents_key_format" CHECK(length("product_documents"."key") = 68 and "product_documents"."key" glob '*.pdf'),
	CONSTRAINT "product_documents_title" CHECK(length("product_documents"."title") between 1 and 80),
	CONSTRAINT "product_documents_bytes" CHECK("product_documents"."bytes" between 1 and 10485760)
);
--> statement-breakpoint
CREATE INDEX `product_documents_position` ON `product_documents` (`product_id`,`position`);--> statement-breakpoint
CREATE INDEX `product_documents_key` ON `product_documents` (`key`);