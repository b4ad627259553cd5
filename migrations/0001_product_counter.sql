-- Keeps counters.products equal to the number of listed products, so that counting never scans.
INSERT INTO counters (name, value) VALUES ('products', (SELECT count(*) FROM products WHERE deleted_at IS NULL));
--> statement-breakpoint
CREATE TRIGGER products_counted_insert AFTER INSERT ON products WHEN NEW.deleted_at IS NULL
BEGIN
	UPDATE counters SET value = value + 1 WHERE name = 'products';
END;
--> statement-breakpoint
CREATE TRIGGER products_counted_update AFTER UPDATE OF deleted_at ON products
WHEN (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)
BEGIN
	UPDATE counters SET value = value + CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END WHERE name = 'products';
END;
--> statement-breakpoint
CREATE TRIGGER products_counted_delete AFTER DELETE ON products WHEN OLD.deleted_at IS NULL
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'products';
END;
