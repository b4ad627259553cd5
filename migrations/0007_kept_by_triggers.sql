-- The full-text index of what is listed. It keeps no text of its own: products hold it (https://sqlite.org/fts5.html §4.4.4).
CREATE VIRTUAL TABLE product_search USING fts5(
	name, description, category,
	content = '', contentless_delete = 1,
	tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
INSERT INTO product_numbers (product_id) SELECT id FROM products ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO product_search (rowid, name, description, category)
SELECT number, name, description, category FROM products JOIN product_numbers ON product_id = id WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER products_numbered AFTER INSERT ON products
BEGIN
	INSERT INTO product_numbers (product_id) VALUES (NEW.id);
	INSERT INTO product_search (rowid, name, description, category)
	SELECT number, NEW.name, NEW.description, NEW.category FROM product_numbers
	WHERE product_id = NEW.id AND NEW.deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER products_searched_update AFTER UPDATE OF name, description, category, deleted_at ON products
BEGIN
	DELETE FROM product_search WHERE rowid = (SELECT number FROM product_numbers WHERE product_id = NEW.id);
	INSERT INTO product_search (rowid, name, description, category)
	SELECT number, NEW.name, NEW.description, NEW.category FROM product_numbers
	WHERE product_id = NEW.id AND NEW.deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER products_unsearched BEFORE DELETE ON products
BEGIN
	DELETE FROM product_search WHERE rowid = (SELECT number FROM product_numbers WHERE product_id = OLD.id);
END;
--> statement-breakpoint
-- How many are listed in each category: counters 'products:<category>'.
INSERT INTO counters (name, value)
SELECT 'products:' || category, count(*) FROM products WHERE deleted_at IS NULL GROUP BY category;
--> statement-breakpoint
CREATE TRIGGER categories_counted_insert AFTER INSERT ON products WHEN NEW.deleted_at IS NULL
BEGIN
	INSERT INTO counters (name, value) VALUES ('products:' || NEW.category, 1)
	ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER categories_counted_update AFTER UPDATE OF category, deleted_at ON products
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'products:' || OLD.category AND OLD.deleted_at IS NULL;
	INSERT INTO counters (name, value) VALUES ('products:' || NEW.category, NEW.deleted_at IS NULL)
	ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER categories_counted_delete AFTER DELETE ON products WHEN OLD.deleted_at IS NULL
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'products:' || OLD.category;
END;
--> statement-breakpoint
-- How many orders are in each state: counters 'orders:unpaid', 'orders:paid' (and not yet shifted), 'orders:shifted'.
INSERT INTO counters (name, value) VALUES
	('orders:unpaid', (SELECT count(*) FROM orders WHERE paid_at IS NULL)),
	('orders:paid', (SELECT count(*) FROM orders WHERE paid_at IS NOT NULL AND shifted_at IS NULL)),
	('orders:shifted', (SELECT count(*) FROM orders WHERE shifted_at IS NOT NULL));
--> statement-breakpoint
CREATE TRIGGER orders_counted_insert AFTER INSERT ON orders
BEGIN
	UPDATE counters SET value = value + 1 WHERE name = CASE
		WHEN NEW.shifted_at IS NOT NULL THEN 'orders:shifted'
		WHEN NEW.paid_at IS NOT NULL THEN 'orders:paid' ELSE 'orders:unpaid' END;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_update AFTER UPDATE OF paid_at, shifted_at ON orders
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = CASE
		WHEN OLD.shifted_at IS NOT NULL THEN 'orders:shifted'
		WHEN OLD.paid_at IS NOT NULL THEN 'orders:paid' ELSE 'orders:unpaid' END;
	UPDATE counters SET value = value + 1 WHERE name = CASE
		WHEN NEW.shifted_at IS NOT NULL THEN 'orders:shifted'
		WHEN NEW.paid_at IS NOT NULL THEN 'orders:paid' ELSE 'orders:unpaid' END;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_delete AFTER DELETE ON orders
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = CASE
		WHEN OLD.shifted_at IS NOT NULL THEN 'orders:shifted'
		WHEN OLD.paid_at IS NOT NULL THEN 'orders:paid' ELSE 'orders:unpaid' END;
END;
--> statement-breakpoint
-- What was paid, by day and by product. A paid order is never deleted nor made unpaid (architecture.md "Payment").
INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
SELECT paid_at / 86400000, count(*), sum(quantity), sum(quantity * tool_price_cents)
FROM orders WHERE paid_at IS NOT NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
SELECT product_id, count(*), sum(quantity), sum(quantity * tool_price_cents)
FROM orders WHERE paid_at IS NOT NULL GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER orders_sold_insert AFTER INSERT ON orders WHEN NEW.paid_at IS NOT NULL
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	VALUES (NEW.paid_at / 86400000, 1, NEW.quantity, NEW.quantity * NEW.tool_price_cents)
	ON CONFLICT (day) DO UPDATE SET orders = orders + 1, pieces = pieces + excluded.pieces,
		revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	VALUES (NEW.product_id, 1, NEW.quantity, NEW.quantity * NEW.tool_price_cents)
	ON CONFLICT (product_id) DO UPDATE SET orders = orders + 1, pieces = pieces + excluded.pieces,
		revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
CREATE TRIGGER orders_sold_update AFTER UPDATE OF paid_at ON orders WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL
BEGIN
	INSERT INTO daily_sales (day, orders, pieces, revenue_cents)
	VALUES (NEW.paid_at / 86400000, 1, NEW.quantity, NEW.quantity * NEW.tool_price_cents)
	ON CONFLICT (day) DO UPDATE SET orders = orders + 1, pieces = pieces + excluded.pieces,
		revenue_cents = revenue_cents + excluded.revenue_cents;
	INSERT INTO product_sales (product_id, orders, pieces, revenue_cents)
	VALUES (NEW.product_id, 1, NEW.quantity, NEW.quantity * NEW.tool_price_cents)
	ON CONFLICT (product_id) DO UPDATE SET orders = orders + 1, pieces = pieces + excluded.pieces,
		revenue_cents = revenue_cents + excluded.revenue_cents;
END;
--> statement-breakpoint
-- How many shown reviews gave how many stars.
UPDATE reviews SET stars = cast(ratings AS integer) WHERE trim(ratings) GLOB '[1-5]';
--> statement-breakpoint
CREATE TRIGGER reviews_rated_insert AFTER INSERT ON reviews
WHEN NEW.product_id IS NOT NULL AND NEW.stars IS NOT NULL AND NEW.hidden_at IS NULL
BEGIN
	INSERT INTO product_ratings (product_id, stars, reviews) VALUES (NEW.product_id, NEW.stars, 1)
	ON CONFLICT (product_id, stars) DO UPDATE SET reviews = reviews + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_rated_delete AFTER DELETE ON reviews
WHEN OLD.product_id IS NOT NULL AND OLD.stars IS NOT NULL AND OLD.hidden_at IS NULL
BEGIN
	UPDATE product_ratings SET reviews = reviews - 1 WHERE product_id = OLD.product_id AND stars = OLD.stars;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_rated_update AFTER UPDATE OF hidden_at ON reviews
WHEN OLD.product_id IS NOT NULL AND OLD.stars IS NOT NULL AND (OLD.hidden_at IS NULL) <> (NEW.hidden_at IS NULL)
BEGIN
	INSERT INTO product_ratings (product_id, stars, reviews)
	VALUES (OLD.product_id, OLD.stars, CASE WHEN NEW.hidden_at IS NULL THEN 1 ELSE -1 END)
	ON CONFLICT (product_id, stars) DO UPDATE SET reviews = reviews + excluded.reviews;
END;
