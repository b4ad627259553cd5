-- An order has a state. It is derived from the times of the order, so that the version before this one, which keeps serving
-- until the new one is deployed, keeps it right without knowing it. Only adds: no table is rebuilt (docs/decisions/migrations.md).
DROP INDEX `orders_user_unpaid`;--> statement-breakpoint
DROP INDEX `orders_unpaid`;--> statement-breakpoint
DROP INDEX `orders_to_ship`;--> statement-breakpoint
DROP INDEX `orders_shipped`;--> statement-breakpoint
ALTER TABLE `orders` ADD `cancelled_at` integer CONSTRAINT "orders_cancelled" CHECK("cancelled_at" is null or "paid_at" is null);--> statement-breakpoint
ALTER TABLE `orders` ADD `state` text GENERATED ALWAYS AS (case when cancelled_at is not null then 'cancelled' when shifted_at is not null then 'shipped' when paid_at is not null then 'paid' else 'unpaid' end) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user_state` ON `orders` (`user_id`,`state`);--> statement-breakpoint
-- How many orders are in each state: counters 'orders:<state>'. A new state needs no statement here.
DROP TRIGGER orders_counted_insert;--> statement-breakpoint
DROP TRIGGER orders_counted_update;--> statement-breakpoint
DROP TRIGGER orders_counted_delete;--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'orders:*';--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'orders:' || state, count(*) FROM orders GROUP BY state;--> statement-breakpoint
CREATE TRIGGER orders_counted_insert AFTER INSERT ON orders
BEGIN
	INSERT INTO counters (name, value) VALUES ('orders:' || NEW.state, 1)
	ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_update AFTER UPDATE ON orders WHEN OLD.state <> NEW.state
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'orders:' || OLD.state;
	INSERT INTO counters (name, value) VALUES ('orders:' || NEW.state, 1)
	ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER orders_counted_delete AFTER DELETE ON orders
BEGIN
	UPDATE counters SET value = value - 1 WHERE name = 'orders:' || OLD.state;
END;
--> statement-breakpoint
UPDATE audit_log SET action = 'order-shipped' WHERE action = 'order-shifted';--> statement-breakpoint
UPDATE audit_log SET action = 'order-cancelled' WHERE action = 'order-deleted';
