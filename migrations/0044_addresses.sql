CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`location` text NOT NULL,
	`phone` text NOT NULL,
	`company` text DEFAULT '' NOT NULL,
	`vat_number` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "addresses_label_length" CHECK(length("addresses"."label") between 1 and 40)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_label` ON `addresses` (`user_id`,"label" collate nocase);--> statement-breakpoint
ALTER TABLE `orders` ADD `company` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `vat_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `purchase_order` text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TRIGGER addresses_limit BEFORE INSERT ON addresses
WHEN (SELECT count(*) FROM addresses WHERE user_id = NEW.user_id) >= 20
BEGIN
	SELECT raise(ABORT, 'addresses: an account has at most 20');
END;
