-- Products and orders are counted where they are shown, along an index, and no longer by triggers. The version before this one serves until
-- the new one is deployed, and may be rolled back to: a view answers it. `rowid`: its health check asks every table for one. A later
-- migration drops the view.
DROP TRIGGER products_counted_insert;--> statement-breakpoint
DROP TRIGGER products_counted_update;--> statement-breakpoint
DROP TRIGGER products_counted_delete;--> statement-breakpoint
DROP TRIGGER categories_counted_insert;--> statement-breakpoint
DROP TRIGGER categories_counted_update;--> statement-breakpoint
DROP TRIGGER categories_counted_delete;--> statement-breakpoint
DROP TRIGGER orders_counted_insert;--> statement-breakpoint
DROP TRIGGER orders_counted_update;--> statement-breakpoint
DROP TRIGGER orders_counted_delete;--> statement-breakpoint
DROP TABLE `counters`;--> statement-breakpoint
CREATE VIEW counters (rowid, name, value) AS
SELECT 0, 'products', count(*) FROM products WHERE deleted_at IS NULL
UNION ALL SELECT 0, 'products:' || category, count(*) FROM products WHERE deleted_at IS NULL GROUP BY category
UNION ALL SELECT 0, 'orders:' || state, count(*) FROM orders GROUP BY state;
