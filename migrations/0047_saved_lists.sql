CREATE TABLE `saved_list_lines` (
	`list_id` text NOT NULL,
	`product_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`list_id`, `product_id`),
	FOREIGN KEY (`list_id`) REFERENCES `saved_lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_list_lines_quantity" CHECK("saved_list_lines"."quantity" between 1 and 1000000)
);
--> statement-breakpoint
CREATE INDEX `saved_list_lines_product` ON `saved_list_lines` (`product_id`);--> statement-breakpoint
CREATE TABLE `saved_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`share_token` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_lists_name_length" CHECK(length("saved_lists"."name") between 1 and 60),
	CONSTRAINT "saved_lists_share_length" CHECK(length("saved_lists"."share_token") = 32)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_lists_name` ON `saved_lists` (`user_id`,"name" collate nocase);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_lists_share` ON `saved_lists` (`share_token`);
--> statement-breakpoint
CREATE TRIGGER saved_lists_limit BEFORE INSERT ON saved_lists
WHEN (SELECT count(*) FROM saved_lists WHERE user_id = NEW.user_id) >= 50
BEGIN
	SELECT raise(ABORT, 'saved_lists: an account has at most 50');
END;
--> statement-breakpoint
CREATE TRIGGER saved_list_lines_limit BEFORE INSERT ON saved_list_lines
WHEN (SELECT count(*) FROM saved_list_lines WHERE list_id = NEW.list_id AND product_id <> NEW.product_id) >= 200
BEGIN
	SELECT raise(ABORT, 'saved_list_lines: a list has at most 200');
END;
