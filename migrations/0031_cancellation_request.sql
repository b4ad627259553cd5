-- Only adds: no table is rebuilt (docs/decisions/migrations.md).
ALTER TABLE `orders` ADD `cancellation_requested_at` integer CONSTRAINT "orders_cancellation" CHECK("cancellation_requested_at" is null or "paid_at" is not null);--> statement-breakpoint
ALTER TABLE `orders` ADD `cancellation_declined_at` integer CONSTRAINT "orders_cancellation_declined" CHECK("cancellation_declined_at" is null or "cancellation_requested_at" is not null);
