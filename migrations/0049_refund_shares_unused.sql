-- The sales, as if there had been no refund of a paid order, until the shares of such refunds are computed again.
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE true GROUP BY 1
ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE true GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
DROP TRIGGER refunds_counted_insert;
--> statement-breakpoint
DROP TRIGGER refunds_uncounted_update;
--> statement-breakpoint
DROP TRIGGER refunds_counted_update;
--> statement-breakpoint
DROP VIEW refund_shares;
--> statement-breakpoint
-- The part of each refund that is of a paid order. A refund that the shop was asked for is of its order. Any other first refunds the shares of
-- orders that the payment did not pay, as far as the shop could not; the rest of it is of all orders that it paid, by their totals.
CREATE VIEW refund_shares AS
SELECT refund_id, payment_id, order_id, product_id, status, created_at, pieces,
	CASE WHEN is_asked THEN amount_cents ELSE divided * (before + own) / total - divided * before / total END AS amount_cents
FROM (
	SELECT *, max(0, earlier + amount_cents - unused) - max(0, earlier - unused) AS divided
	FROM (
		SELECT refunds.id AS refund_id, refunds.payment_id, orders.id AS order_id, orders.product_id, refunds.status, refunds.created_at,
			coalesce(refund_requests.pieces, 0) AS pieces, refunds.amount_cents, refund_requests.id IS NOT NULL AS is_asked,
			(SELECT coalesce(sum(amount_cents), 0) FROM refund_requests AS asked
				WHERE asked.payment_id = refunds.payment_id AND asked.reason = 'unused')
			- (SELECT coalesce(sum(made.amount_cents), 0) FROM refunds AS made JOIN refund_requests AS asked ON asked.id = made.request_id
				WHERE made.payment_id = refunds.payment_id AND made.status NOT IN ('failed', 'canceled') AND asked.reason = 'unused') AS unused,
			(SELECT coalesce(sum(amount_cents), 0) FROM refunds AS other
				WHERE other.payment_id = refunds.payment_id AND (other.created_at, other.id) < (refunds.created_at, refunds.id)
				AND other.status NOT IN ('failed', 'canceled')
				AND NOT EXISTS (SELECT 1 FROM refund_requests AS asked WHERE asked.id = other.request_id)) AS earlier,
			orders.quantity * orders.tool_price_cents AS own,
			(SELECT coalesce(sum(quantity * tool_price_cents), 0) FROM orders AS preceding
				WHERE preceding.transaction_id = refunds.payment_id AND preceding.id < orders.id) AS before,
			(SELECT sum(quantity * tool_price_cents) FROM orders AS every WHERE every.transaction_id = refunds.payment_id) AS total
		FROM refunds
		LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id
		JOIN orders ON orders.transaction_id = refunds.payment_id AND (refund_requests.id IS NULL OR refund_requests.order_id = orders.id)
	)
);
--> statement-breakpoint
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
-- A refund changes the shares of the payment's others, so all are subtracted before, and added after. An upsert that updates a row fires
-- the triggers before an insert too.
CREATE TRIGGER refunds_uncounted_insert BEFORE INSERT ON refunds
WHEN NOT EXISTS (SELECT 1 FROM refunds WHERE id = NEW.id)
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_insert AFTER INSERT ON refunds
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_uncounted_update BEFORE UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE payment_id = OLD.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE payment_id = OLD.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_update AFTER UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
