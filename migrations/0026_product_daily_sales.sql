-- How many pieces of each product were sold each day, from which the reorders are suggested.
CREATE TABLE `product_daily_sales` (
	`day` integer NOT NULL,
	`product_id` text NOT NULL,
	`pieces` integer NOT NULL,
	PRIMARY KEY(`day`, `product_id`)
);
--> statement-breakpoint
INSERT INTO product_daily_sales (day, product_id, pieces)
SELECT day, product_id, sum(pieces) FROM (
	SELECT paid_at / 86400000 AS day, product_id, quantity AS pieces FROM orders WHERE paid_at IS NOT NULL
	UNION ALL SELECT created_at / 86400000, product_id, -change FROM stock_movements WHERE reason = 'refund'
) GROUP BY day, product_id;
--> statement-breakpoint
CREATE TRIGGER orders_sold_by_day_insert AFTER INSERT ON orders WHEN NEW.paid_at IS NOT NULL
BEGIN
	INSERT INTO product_daily_sales (day, product_id, pieces) VALUES (NEW.paid_at / 86400000, NEW.product_id, NEW.quantity)
	ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER orders_sold_by_day_update AFTER UPDATE OF paid_at ON orders WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL
BEGIN
	INSERT INTO product_daily_sales (day, product_id, pieces) VALUES (NEW.paid_at / 86400000, NEW.product_id, NEW.quantity)
	ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
--> statement-breakpoint
CREATE TRIGGER stock_returned_by_day AFTER INSERT ON stock_movements WHEN NEW.reason = 'refund'
BEGIN
	INSERT INTO product_daily_sales (day, product_id, pieces) VALUES (NEW.created_at / 86400000, NEW.product_id, -NEW.change)
	ON CONFLICT (day, product_id) DO UPDATE SET pieces = pieces + excluded.pieces;
END;
