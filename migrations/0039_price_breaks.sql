-- [[50,460],[100,430]]: from 50 units 460 cents each. Orders are charged by it, so the database itself rejects a wrong one.
ALTER TABLE `products` ADD `price_breaks` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- A check of an added column, so that no table is rebuilt (docs/decisions/migrations.md).
ALTER TABLE `products` ADD `order_multiple` integer DEFAULT 1 NOT NULL CONSTRAINT "products_order_multiple" CHECK("order_multiple" >= 1 and "minimum" % "order_multiple" = 0);--> statement-breakpoint
CREATE TRIGGER price_breaks_added BEFORE INSERT ON products WHEN NEW.price_breaks <> '[]'
BEGIN
	SELECT raise(ABORT, 'price_breaks: must rise in units from the minimum, and fall in cents from the price')
	WHERE json_type(NEW.price_breaks) <> 'array' OR json_array_length(NEW.price_breaks) > 5 OR EXISTS (
		SELECT 1 FROM (
			SELECT value, value ->> 0 AS units, value ->> 1 AS cents,
				lag(value ->> 0, 1, NEW.minimum) OVER (ORDER BY key) AS units_before,
				lag(value ->> 1, 1, NEW.price_cents) OVER (ORDER BY key) AS cents_before
			FROM json_each(NEW.price_breaks))
		WHERE coalesce(json_array_length(value) = 2 AND typeof(units) = 'integer' AND typeof(cents) = 'integer'
			AND units > units_before AND units <= 1000000 AND cents < cents_before AND cents >= 1, 0) = 0);
END;
--> statement-breakpoint
CREATE TRIGGER price_breaks_changed BEFORE UPDATE OF price_breaks, price_cents, minimum ON products WHEN NEW.price_breaks <> '[]'
BEGIN
	SELECT raise(ABORT, 'price_breaks: must rise in units from the minimum, and fall in cents from the price')
	WHERE json_type(NEW.price_breaks) <> 'array' OR json_array_length(NEW.price_breaks) > 5 OR EXISTS (
		SELECT 1 FROM (
			SELECT value, value ->> 0 AS units, value ->> 1 AS cents,
				lag(value ->> 0, 1, NEW.minimum) OVER (ORDER BY key) AS units_before,
				lag(value ->> 1, 1, NEW.price_cents) OVER (ORDER BY key) AS cents_before
			FROM json_each(NEW.price_breaks))
		WHERE coalesce(json_array_length(value) = 2 AND typeof(units) = 'integer' AND typeof(cents) = 'integer'
			AND units > units_before AND units <= 1000000 AND cents < cents_before AND cents >= 1, 0) = 0);
END;
