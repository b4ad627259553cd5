CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`idempotency_key` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_idempotency` ON `checkouts` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `payment_orders` (
	`payment_id` text NOT NULL,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `order_id`),
	CONSTRAINT "payment_orders_amount" CHECK("payment_orders"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `payment_orders_order` ON `payment_orders` (`order_id`);--> statement-breakpoint
DROP INDEX `orders_transaction`;--> statement-breakpoint
ALTER TABLE `orders` ADD `checkout_id` text REFERENCES checkouts(id);--> statement-breakpoint
CREATE INDEX `orders_checkout` ON `orders` (`checkout_id`) WHERE "orders"."checkout_id" is not null;--> statement-breakpoint
CREATE INDEX `orders_transaction` ON `orders` (`transaction_id`);--> statement-breakpoint
-- Every payment so far is for one order. A Worker of the version before this one adds no row: the trigger does.
INSERT OR IGNORE INTO payment_orders (payment_id, order_id, amount_cents) SELECT id, order_id, amount_cents FROM payments;
--> statement-breakpoint
CREATE TRIGGER payment_orders_only AFTER INSERT ON payments
WHEN NOT EXISTS (SELECT 1 FROM payment_orders WHERE payment_id = NEW.id)
BEGIN
	INSERT INTO payment_orders (payment_id, order_id, amount_cents) VALUES (NEW.id, NEW.order_id, NEW.amount_cents);
END;
--> statement-breakpoint
-- What went back to the customer, or is about to, is at most what was received, the order's share of that, and the pieces of the order.
DROP TRIGGER refund_requests_limit;
--> statement-breakpoint
CREATE TRIGGER refund_requests_limit BEFORE INSERT ON refund_requests
BEGIN
	SELECT RAISE(ABORT, 'refund exceeds the payment')
	WHERE NEW.amount_cents
		+ (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled'))
		+ (SELECT coalesce(sum(amount_cents), 0) FROM refund_requests WHERE payment_id = NEW.payment_id AND status = 'waiting')
		> coalesce((SELECT received_cents FROM payments WHERE id = NEW.payment_id), 0);
	SELECT RAISE(ABORT, 'refund exceeds the share of the order')
	WHERE NEW.amount_cents
		+ (SELECT coalesce(sum(refunds.amount_cents), 0) FROM refunds JOIN refund_requests ON refund_requests.id = refunds.request_id
			WHERE refunds.payment_id = NEW.payment_id AND refund_requests.order_id = NEW.order_id AND refunds.status NOT IN ('failed', 'canceled'))
		+ (SELECT coalesce(sum(amount_cents), 0) FROM refund_requests
			WHERE payment_id = NEW.payment_id AND order_id = NEW.order_id AND status = 'waiting')
		> coalesce((SELECT amount_cents FROM payment_orders WHERE payment_id = NEW.payment_id AND order_id = NEW.order_id), 0);
	SELECT RAISE(ABORT, 'refund exceeds the pieces')
	WHERE NEW.pieces + (SELECT coalesce(sum(pieces), 0) FROM refund_requests WHERE order_id = NEW.order_id AND status IN ('waiting', 'sent'))
		> (SELECT quantity FROM orders WHERE id = NEW.order_id)
		OR NEW.restocked + (SELECT coalesce(sum(restocked), 0) FROM refund_requests WHERE order_id = NEW.order_id)
		> (SELECT quantity FROM orders WHERE id = NEW.order_id);
END;
--> statement-breakpoint
-- The part of each refund that is of a paid order: of that which it was asked for, or of all that the payment paid, by their totals.
CREATE VIEW refund_shares AS
SELECT refund_id, product_id, created_at, pieces,
	CASE WHEN is_asked THEN amount_cents ELSE amount_cents * (before + own) / total - amount_cents * before / total END AS amount_cents
FROM (
	SELECT refunds.id AS refund_id, orders.product_id, refunds.created_at, coalesce(refund_requests.pieces, 0) AS pieces,
		refunds.amount_cents, refund_requests.id IS NOT NULL AS is_asked, orders.quantity * orders.tool_price_cents AS own,
		(SELECT coalesce(sum(quantity * tool_price_cents), 0) FROM orders AS earlier
			WHERE earlier.transaction_id = refunds.payment_id AND earlier.id < orders.id) AS before,
		(SELECT sum(quantity * tool_price_cents) FROM orders AS every WHERE every.transaction_id = refunds.payment_id) AS total
	FROM refunds
	LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id
	JOIN orders ON orders.transaction_id = refunds.payment_id AND (refund_requests.id IS NULL OR refund_requests.order_id = orders.id)
	WHERE refunds.status NOT IN ('failed', 'canceled')
);
--> statement-breakpoint
DROP TRIGGER refunds_counted_insert;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_insert AFTER INSERT ON refunds
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE refund_id = NEW.id GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE refund_id = NEW.id GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
DROP TRIGGER refunds_counted_update;
--> statement-breakpoint
CREATE TRIGGER refunds_uncounted_update BEFORE UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE refund_id = OLD.id GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE refund_id = OLD.id GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_update AFTER UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE refund_id = NEW.id GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE refund_id = NEW.id GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
