-- An order that is canceled after it was paid sold nothing, so all its pieces are subtracted on the day when it is canceled. The pieces of a refund that
-- the shop requested are subtracted on the refund's day, and restocked pieces on theirs. These views add such pieces again, on the later of the two days.
CREATE VIEW canceled_pieces AS
SELECT id AS order_id, NULL AS refund_id, product_id, refunded_at AS created_at, quantity AS pieces FROM orders WHERE refunded_at IS NOT NULL
UNION ALL
SELECT orders.id, refunds.id, product_id, max(refunded_at, refunds.created_at), -pieces
FROM refunds JOIN refund_requests ON refund_requests.id = request_id
JOIN orders ON orders.id = order_id AND transaction_id = refunds.payment_id
WHERE refunded_at IS NOT NULL AND refunds.status NOT IN ('failed', 'canceled');
--> statement-breakpoint
CREATE VIEW canceled_stock AS
SELECT id AS order_id, NULL AS movement_id, product_id, refunded_at AS created_at, quantity AS pieces FROM orders WHERE refunded_at IS NOT NULL
UNION ALL
SELECT orders.id, movements.id, orders.product_id, max(refunded_at, movements.created_at), -change
FROM orders JOIN stock_movements AS movements ON movements.product_id = orders.product_id AND movements.order_id = orders.id
WHERE refunded_at IS NOT NULL AND movements.reason = 'refund';
--> statement-breakpoint
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT created_at / 86400000, 0, -sum(pieces), 0 FROM canceled_pieces WHERE true GROUP BY 1
ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, 0, -sum(pieces), 0 FROM canceled_pieces WHERE true GROUP BY 1
ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
--> statement-breakpoint
INSERT INTO product_daily_sales (day, product_id, pieces)
SELECT created_at / 86400000, product_id, -sum(pieces) FROM canceled_stock WHERE true GROUP BY 1, 2
ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
--> statement-breakpoint
CREATE TRIGGER orders_canceled_insert AFTER INSERT ON orders WHEN NEW.refunded_at IS NOT NULL
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), 0 FROM canceled_pieces WHERE order_id = NEW.id GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), 0 FROM canceled_pieces WHERE order_id = NEW.id GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_daily_sales (day, product_id, pieces)
	SELECT created_at / 86400000, product_id, -sum(pieces) FROM canceled_stock WHERE order_id = NEW.id GROUP BY 1, 2
	ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER orders_canceled_update AFTER UPDATE OF refunded_at ON orders
WHEN OLD.refunded_at IS NULL AND NEW.refunded_at IS NOT NULL
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -sum(pieces), 0 FROM canceled_pieces WHERE order_id = NEW.id GROUP BY 1
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -sum(pieces), 0 FROM canceled_pieces WHERE order_id = NEW.id GROUP BY 1
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_daily_sales (day, product_id, pieces)
	SELECT created_at / 86400000, product_id, -sum(pieces) FROM canceled_stock WHERE order_id = NEW.id GROUP BY 1, 2
	ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_canceled_insert AFTER INSERT ON refunds
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -pieces, 0 FROM canceled_pieces WHERE refund_id = NEW.id
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -pieces, 0 FROM canceled_pieces WHERE refund_id = NEW.id
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_uncanceled_update BEFORE UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, pieces, 0 FROM canceled_pieces WHERE refund_id = OLD.id
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, pieces, 0 FROM canceled_pieces WHERE refund_id = OLD.id
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER refunds_canceled_update AFTER UPDATE ON refunds
WHEN OLD.status <> NEW.status OR OLD.created_at <> NEW.created_at OR OLD.request_id IS NOT NEW.request_id
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	SELECT created_at / 86400000, 0, -pieces, 0 FROM canceled_pieces WHERE refund_id = NEW.id
	ON CONFLICT (day) DO UPDATE SET pieces = pieces + excluded.pieces;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	SELECT product_id, 0, -pieces, 0 FROM canceled_pieces WHERE refund_id = NEW.id
	ON CONFLICT (product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER stock_canceled_insert AFTER INSERT ON stock_movements WHEN NEW.reason = 'refund'
BEGIN
	INSERT INTO product_daily_sales (day, product_id, pieces)
	SELECT created_at / 86400000, product_id, -pieces FROM canceled_stock WHERE order_id = NEW.order_id AND movement_id = NEW.id
	ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
