-- The states of orders: adds "delivered". Only adds columns: no table is rebuilt (docs/decisions/migrations.md).
DROP VIEW IF EXISTS counters;--> statement-breakpoint
DROP INDEX `orders_state`;--> statement-breakpoint
DROP INDEX `orders_user_state`;--> statement-breakpoint
ALTER TABLE `orders` ADD `delivered_at` integer CONSTRAINT "orders_delivered" CHECK("delivered_at" is null or "shifted_at" is not null);--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `state`;--> statement-breakpoint
ALTER TABLE `orders` ADD `state` text GENERATED ALWAYS AS (case when cancelled_at is not null then 'cancelled' when refunded_at is not null then 'refunded' when delivered_at is not null then 'delivered' when shifted_at is not null then 'shipped' when paid_at is not null then 'paid' else 'unpaid' end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user_state` ON `orders` (`user_id`,`state`);
