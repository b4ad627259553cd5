-- The sales, as if there had been no refund of a paid order, until the shares of such refunds are computed again.
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT created_at / 86400000, 0, sum(pieces), sum(amount_cents) FROM payment_refund_shares WHERE status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, 0, sum(pieces), sum(amount_cents) FROM payment_refund_shares WHERE status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
DROP VIEW refund_shares;
--> statement-breakpoint
DROP VIEW payment_refund_shares;
--> statement-breakpoint
-- The part of each refund that is of a paid order. A refund that was requested in the shop is of its order. Any other first refunds the shares of
-- orders that the payment did not pay, as far as the shop could not. The rest of it is of all orders that the payment paid, by what the shop did not
-- refund of each. A refund of more than that has failed: it is divided by the orders' totals.
--
-- Shares that are rounded one by one can add up to more than their order. So a share is the difference of two sums: the order's part of all such
-- refunds up to this one, and of those before it. Each sum is divided among the orders one after another, and each part is rounded from what the
-- orders before it leave. So no part is more than what is left of its order, and none shrinks while the sum grows. With the largest remainder, or with
-- rounded sums of the orders so far, parts can shrink.
--
-- json_each() is given one refund at a time, so SQLite can apply any condition on payments and orders first. The `+` keeps it from dividing a refund
-- again for each order of a payment.
CREATE VIEW refund_shares AS
SELECT made.id AS refund_id, payment_id, orders.id AS order_id, product_id, status, made.created_at, pieces, share.value AS amount_cents
FROM (
	SELECT refunds.*, coalesce(refund_requests.pieces, 0) AS pieces, refund_requests.order_id AS requested_order_id
	FROM refunds LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id
) AS made
JOIN json_each(CASE WHEN requested_order_id IS NOT NULL THEN json_object(requested_order_id, amount_cents) ELSE (
	WITH RECURSIVE paid AS NOT MATERIALIZED (
		SELECT rowid AS number, id, quantity * tool_price_cents AS total,
			max(0, quantity * tool_price_cents - (SELECT coalesce(sum(own.amount_cents), 0)
				FROM refund_requests AS request CROSS JOIN refunds AS own ON own.request_id = request.id
				WHERE request.order_id = orders.id AND own.payment_id = transaction_id AND own.status NOT IN ('failed', 'canceled'))) AS rest
		FROM orders WHERE transaction_id = made.payment_id
	),
	-- `weights`: the sum of this order's weight and those of the orders after it. `before` and `after`: what is left to divide among these orders.
	division (number, id, weight, weights, is_by_total, before, after) AS (
		SELECT 0, '', 0, iif(earlier + amount_cents > rests, totals, rests), earlier + amount_cents > rests, max(0, earlier), max(0, earlier + amount_cents)
		FROM (
			SELECT sum(total) AS totals, sum(rest) AS rests,
				(SELECT coalesce(sum(amount_cents), 0) FROM refunds AS other
					WHERE other.payment_id = made.payment_id AND (other.created_at, other.id) < (made.created_at, made.id)
					AND other.status NOT IN ('failed', 'canceled')
					AND NOT EXISTS (SELECT 1 FROM refund_requests AS request WHERE request.id = other.request_id))
				- (SELECT coalesce(sum(amount_cents), 0) FROM refund_requests AS request
					WHERE request.payment_id = made.payment_id AND request.reason = 'unused')
				+ (SELECT coalesce(sum(own.amount_cents), 0) FROM refunds AS own JOIN refund_requests AS request ON request.id = own.request_id
					WHERE own.payment_id = made.payment_id AND own.status NOT IN ('failed', 'canceled') AND request.reason = 'unused') AS earlier
			FROM paid
		)
		UNION ALL
		SELECT paid.number, paid.id, iif(is_by_total, total, rest), weights - weight, is_by_total,
			before - (2 * before * weight + weights) / (2 * max(weights, 1)),
			after - (2 * after * weight + weights) / (2 * max(weights, 1))
		FROM division CROSS JOIN paid ON paid.number = (SELECT min(number) FROM paid WHERE number > division.number)
	)
	SELECT json_group_object(id, (2 * after * weight + weights) / (2 * max(weights, 1)) - (2 * before * weight + weights) / (2 * max(weights, 1)))
	FROM division
) END) AS share
JOIN orders ON orders.id = share.key AND +orders.transaction_id = payment_id;
--> statement-breakpoint
-- The triggers and the Worker of the version before this one read this name.
CREATE VIEW payment_refund_shares AS SELECT * FROM refund_shares;
--> statement-breakpoint
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT refunds.created_at / 86400000, 0, -sum(pieces), -sum(share.amount_cents) FROM refunds CROSS JOIN refund_shares AS share ON refund_id = refunds.id
WHERE share.status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, 0, -sum(pieces), -sum(share.amount_cents) FROM refunds CROSS JOIN refund_shares AS share ON refund_id = refunds.id
WHERE share.status NOT IN ('failed', 'canceled') GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces, revenue_cents = revenue_cents + excluded.revenue_cents;
