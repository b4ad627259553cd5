ALTER TABLE `users` ADD `email_proved_at` integer;--> statement-breakpoint
CREATE INDEX `users_img` ON `users` (`img`);--> statement-breakpoint
CREATE INDEX `products_img` ON `products` (`img`);--> statement-breakpoint
CREATE INDEX `reviews_img` ON `reviews` (`img`);