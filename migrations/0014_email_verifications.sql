CREATE TABLE `email_verifications` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_verifications_expires` ON `email_verifications` (`expires_at`);--> statement-breakpoint
CREATE INDEX `orders_user_unpaid` ON `orders` (`user_id`) WHERE "orders"."paid_at" is null;