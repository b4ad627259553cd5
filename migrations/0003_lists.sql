DROP INDEX `orders_user`;--> statement-breakpoint
CREATE INDEX `orders_email` ON `orders` (`email`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `orders_tool` ON `orders` ("tool_name" collate nocase,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payments_problem` ON `payments` (`updated_at`) WHERE "payments"."problem" is not null and "payments"."refund_id" is null;--> statement-breakpoint
CREATE INDEX `products_named` ON `products` ("name" collate nocase,"created_at" desc,"id" desc) WHERE "products"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `reviews_email` ON `reviews` (`email`,"created_at" desc,"id" desc);