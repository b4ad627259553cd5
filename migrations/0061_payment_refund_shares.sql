-- The same rows as refund_shares. With one Dashboard refund of a payment for 200 orders, that view takes a quarter of a second, and with ten several
-- seconds, because it adds up all orders of the payment for each order. This one adds them up once for each refund. But SQLite can apply only a
-- condition with a constant payment_id before it computes the windows, so queries that read the shares of many orders use the other view.
CREATE VIEW payment_refund_shares AS
SELECT refund_id, payment_id, order_id, product_id, status, created_at, pieces,
	CASE WHEN is_requested THEN amount_cents
		WHEN divided > rests THEN divided * (totals_before + total) / totals - divided * totals_before / totals
		ELSE divided * (rests_before + rest) / max(rests, 1) - divided * rests_before / max(rests, 1) END AS amount_cents
FROM (
	SELECT *, max(0, earlier + amount_cents - unused) - max(0, earlier - unused) AS divided,
		sum(total) OVER refund AS totals, sum(total) OVER orders_so_far - total AS totals_before,
		sum(rest) OVER refund AS rests, sum(rest) OVER orders_so_far - rest AS rests_before
	FROM (
		SELECT made.*, orders.id AS order_id, orders.product_id, orders.quantity * orders.tool_price_cents AS total,
			orders.quantity * orders.tool_price_cents - (SELECT coalesce(sum(own.amount_cents), 0)
				FROM refund_requests AS request JOIN refunds AS own ON own.request_id = request.id
				WHERE request.order_id = orders.id AND own.payment_id = orders.transaction_id AND own.status NOT IN ('failed', 'canceled')) AS rest
		FROM (
			SELECT refunds.id AS refund_id, refunds.payment_id, refunds.status, refunds.created_at, refunds.amount_cents,
				coalesce(refund_requests.pieces, 0) AS pieces,
				refund_requests.id IS NOT NULL AS is_requested, refund_requests.order_id AS requested_order_id,
				(SELECT coalesce(sum(amount_cents), 0) FROM refund_requests AS request
					WHERE request.payment_id = refunds.payment_id AND request.reason = 'unused')
				- (SELECT coalesce(sum(own.amount_cents), 0) FROM refunds AS own JOIN refund_requests AS request ON request.id = own.request_id
					WHERE own.payment_id = refunds.payment_id AND own.status NOT IN ('failed', 'canceled') AND request.reason = 'unused') AS unused,
				coalesce(sum(CASE WHEN refund_requests.id IS NULL AND refunds.status NOT IN ('failed', 'canceled') THEN refunds.amount_cents END)
					OVER (PARTITION BY refunds.payment_id ORDER BY refunds.created_at, refunds.id
						ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS earlier
			FROM refunds LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id
		) AS made
		JOIN orders ON orders.transaction_id = made.payment_id AND (NOT is_requested OR orders.id = requested_order_id)
	)
	WINDOW refund AS (PARTITION BY payment_id, refund_id), orders_so_far AS (PARTITION BY payment_id, refund_id ORDER BY order_id)
);
--> statement-breakpoint
DROP TRIGGER refunds_uncounted_insert;
--> statement-breakpoint
DROP TRIGGER refunds_counted_insert;
--> statement-breakpoint
DROP TRIGGER refunds_uncounted_update;
--> statement-breakpoint
DROP TRIGGER refunds_counted_update;
--> statement-breakpoint
CREATE TRIGGER refunds_uncounted_insert BEFORE INSERT ON refunds
WHEN NOT EXISTS (SELECT 1 FROM refunds WHERE id = NEW.id)
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM payment_refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM payment_refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_insert AFTER INSERT ON refunds
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM payment_refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM payment_refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_uncounted_update BEFORE UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM payment_refund_shares WHERE payment_id = OLD.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM payment_refund_shares WHERE payment_id = OLD.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_counted_update AFTER UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.amount_cents <> NEW.amount_cents OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), -sum(amount_cents) FROM payment_refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), -sum(amount_cents) FROM payment_refund_shares WHERE payment_id = NEW.payment_id AND status NOT IN ('failed', 'canceled') GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
END;
