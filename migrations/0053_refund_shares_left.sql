-- The sales, as if there had been no refund of a paid order, until the shares of such refunds are computed again.
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM refund_shares WHERE status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
DROP VIEW refund_shares;
--> statement-breakpoint
-- The part of each refund that is of a paid order. A refund that the shop was asked for is of its order. Any other first refunds the shares of
-- orders that the payment did not pay, as far as the shop could not; the rest of it is of all orders that it paid, by what the shop was not
-- asked to refund of each. A refund of more than that has failed: it is divided by the orders' totals.
CREATE VIEW refund_shares AS
WITH paid AS (
	SELECT id, product_id, transaction_id, quantity * tool_price_cents AS total,
		quantity * tool_price_cents - (SELECT coalesce(sum(made.amount_cents), 0) FROM refund_requests AS asked JOIN refunds AS made ON made.request_id = asked.id
			WHERE asked.order_id = orders.id AND made.payment_id = orders.transaction_id AND made.status NOT IN ('failed', 'canceled')) AS rest
	FROM orders
)
SELECT refund_id, payment_id, order_id, product_id, status, created_at, pieces,
	CASE WHEN is_asked THEN amount_cents
		WHEN divided > rests THEN divided * (totals_before + total) / totals - divided * totals_before / totals
		ELSE divided * (rests_before + rest) / max(rests, 1) - divided * rests_before / max(rests, 1) END AS amount_cents
FROM (
	SELECT *, max(0, earlier + amount_cents - unused) - max(0, earlier - unused) AS divided
	FROM (
		SELECT refunds.id AS refund_id, refunds.payment_id, paid.id AS order_id, paid.product_id, refunds.status, refunds.created_at,
			coalesce(refund_requests.pieces, 0) AS pieces, refunds.amount_cents, refund_requests.id IS NOT NULL AS is_asked,
			(SELECT coalesce(sum(amount_cents), 0) FROM refund_requests AS asked
				WHERE asked.payment_id = refunds.payment_id AND asked.reason = 'unused')
			- (SELECT coalesce(sum(made.amount_cents), 0) FROM refunds AS made JOIN refund_requests AS asked ON asked.id = made.request_id
				WHERE made.payment_id = refunds.payment_id AND made.status NOT IN ('failed', 'canceled') AND asked.reason = 'unused') AS unused,
			(SELECT coalesce(sum(amount_cents), 0) FROM refunds AS other
				WHERE other.payment_id = refunds.payment_id AND (other.created_at, other.id) < (refunds.created_at, refunds.id)
				AND other.status NOT IN ('failed', 'canceled')
				AND NOT EXISTS (SELECT 1 FROM refund_requests AS asked WHERE asked.id = other.request_id)) AS earlier,
			paid.total, paid.rest,
			(SELECT coalesce(sum(total), 0) FROM paid AS preceding WHERE preceding.transaction_id = refunds.payment_id AND preceding.id < paid.id) AS totals_before,
			(SELECT coalesce(sum(rest), 0) FROM paid AS preceding WHERE preceding.transaction_id = refunds.payment_id AND preceding.id < paid.id) AS rests_before,
			(SELECT sum(total) FROM paid AS every WHERE every.transaction_id = refunds.payment_id) AS totals,
			(SELECT sum(rest) FROM paid AS every WHERE every.transaction_id = refunds.payment_id) AS rests
		FROM refunds
		LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id
		JOIN paid ON paid.transaction_id = refunds.payment_id AND (refund_requests.id IS NULL OR refund_requests.order_id = paid.id)
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
