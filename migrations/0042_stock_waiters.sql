CREATE TABLE `stock_waiters` (
	`user_id` text NOT NULL,
	`product_id` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`next_try_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `product_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stock_waiters_product` ON `stock_waiters` (`product_id`);--> statement-breakpoint
CREATE INDEX `stock_waiters_due` ON `stock_waiters` (`next_try_at`) WHERE "stock_waiters"."next_try_at" is not null;--> statement-breakpoint
ALTER TABLE `payments` ADD `processing_at` integer;
--> statement-breakpoint
-- A product that can be ordered again, however its stock came back. An email that is queued already is not queued again.
CREATE TRIGGER stock_returned AFTER UPDATE OF quantity, minimum, deleted_at ON products
WHEN NEW.deleted_at IS NULL AND NEW.quantity >= NEW.minimum AND (OLD.deleted_at IS NOT NULL OR OLD.quantity < OLD.minimum)
BEGIN
	UPDATE stock_waiters SET next_try_at = cast(unixepoch('subsec') * 1000 as integer)
	WHERE product_id = NEW.id AND next_try_at IS NULL;
END;
