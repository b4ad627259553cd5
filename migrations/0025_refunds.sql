CREATE TABLE `refund_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`pieces` integer NOT NULL,
	`restocked` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`requested_by` text,
	`status` text DEFAULT 'waiting' NOT NULL,
	`refund_id` text,
	`rejection` text,
	`idempotency_key` text,
	`stripe_key` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`next_try_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "refund_requests_amount" CHECK("refund_requests"."amount_cents" > 0),
	CONSTRAINT "refund_requests_pieces" CHECK("refund_requests"."pieces" >= 0 and "refund_requests"."restocked" between 0 and "refund_requests"."pieces"),
	CONSTRAINT "refund_requests_status" CHECK("refund_requests"."status" in ('waiting', 'sent', 'rejected', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `refund_requests_order` ON `refund_requests` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `refund_requests_payment` ON `refund_requests` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refund_requests_user` ON `refund_requests` (`requested_by`);--> statement-breakpoint
CREATE INDEX `refund_requests_waiting` ON `refund_requests` (`next_try_at`) WHERE "refund_requests"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `refund_requests_idempotency` ON `refund_requests` (`order_id`,`idempotency_key`);--> statement-breakpoint
-- The states of orders: adds "refunded". Only adds columns: no table is rebuilt (docs/decisions/migrations.md).
DROP VIEW IF EXISTS counters;--> statement-breakpoint
DROP INDEX `orders_state`;--> statement-breakpoint
DROP INDEX `orders_user_state`;--> statement-breakpoint
ALTER TABLE `orders` ADD `refunded_at` integer CONSTRAINT "orders_refunded" CHECK("refunded_at" is null or ("paid_at" is not null and "shifted_at" is null));--> statement-breakpoint
ALTER TABLE `orders` DROP COLUMN `state`;--> statement-breakpoint
ALTER TABLE `orders` ADD `state` text GENERATED ALWAYS AS (case when cancelled_at is not null then 'cancelled' when refunded_at is not null then 'refunded' when shifted_at is not null then 'shipped' when paid_at is not null then 'paid' else 'unpaid' end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user_state` ON `orders` (`user_id`,`state`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `request_id` text;--> statement-breakpoint
CREATE INDEX `refunds_request` ON `refunds` (`request_id`) WHERE "refunds"."request_id" is not null;--> statement-breakpoint
-- What went back to the customer, or is about to, is at most what was received, and at most the pieces of the order.
CREATE TRIGGER refund_requests_limit BEFORE INSERT ON refund_requests
BEGIN
	SELECT RAISE(ABORT, 'refund exceeds the payment')
	WHERE NEW.amount_cents
		+ (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled'))
		+ (SELECT coalesce(sum(amount_cents), 0) FROM refund_requests WHERE payment_id = NEW.payment_id AND status = 'waiting')
		> coalesce((SELECT received_cents FROM payments WHERE id = NEW.payment_id), 0);
	SELECT RAISE(ABORT, 'refund exceeds the pieces')
	WHERE NEW.pieces + (SELECT coalesce(sum(pieces), 0) FROM refund_requests WHERE order_id = NEW.order_id AND status IN ('waiting', 'sent'))
		> (SELECT quantity FROM orders WHERE id = NEW.order_id)
		OR NEW.restocked + (SELECT coalesce(sum(restocked), 0) FROM refund_requests WHERE order_id = NEW.order_id)
		> (SELECT quantity FROM orders WHERE id = NEW.order_id);
END;
--> statement-breakpoint
-- Sales count net: a refund of a paid order counts on the day it is made, unless it fails.
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT refunds.created_at / 86400000, 0, 0, -sum(refunds.amount_cents)
FROM refunds JOIN orders ON orders.transaction_id = refunds.payment_id WHERE refunds.status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (day) DO UPDATE SET revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT orders.product_id, 0, 0, -sum(refunds.amount_cents)
FROM refunds JOIN orders ON orders.transaction_id = refunds.payment_id WHERE refunds.status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_insert AFTER INSERT ON refunds
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT NEW.created_at / 86400000, 0, -coalesce((SELECT pieces FROM refund_requests WHERE id = NEW.request_id), 0), -NEW.amount_cents
	FROM orders WHERE transaction_id = NEW.payment_id AND NEW.status NOT IN ('failed', 'canceled')
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT orders.product_id, 0, -coalesce((SELECT pieces FROM refund_requests WHERE id = NEW.request_id), 0), -NEW.amount_cents
	FROM orders WHERE transaction_id = NEW.payment_id AND NEW.status NOT IN ('failed', 'canceled')
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_update AFTER UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT OLD.created_at / 86400000, 0, coalesce((SELECT pieces FROM refund_requests WHERE id = OLD.request_id), 0), OLD.amount_cents
	FROM orders WHERE transaction_id = OLD.payment_id AND OLD.status NOT IN ('failed', 'canceled')
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT orders.product_id, 0, coalesce((SELECT pieces FROM refund_requests WHERE id = OLD.request_id), 0), OLD.amount_cents
	FROM orders WHERE transaction_id = OLD.payment_id AND OLD.status NOT IN ('failed', 'canceled')
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT NEW.created_at / 86400000, 0, -coalesce((SELECT pieces FROM refund_requests WHERE id = NEW.request_id), 0), -NEW.amount_cents
	FROM orders WHERE transaction_id = NEW.payment_id AND NEW.status NOT IN ('failed', 'canceled')
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT orders.product_id, 0, -coalesce((SELECT pieces FROM refund_requests WHERE id = NEW.request_id), 0), -NEW.amount_cents
	FROM orders WHERE transaction_id = NEW.payment_id AND NEW.status NOT IN ('failed', 'canceled')
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
