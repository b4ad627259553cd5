-- How many pieces of an order were shipped. Before, this was computed from the refunds made before the shipment, so a refund that failed later changed it.
ALTER TABLE `orders` ADD `shipped_quantity` integer;
--> statement-breakpoint
UPDATE orders SET shipped_quantity = quantity - (
	SELECT coalesce(sum(pieces), 0) FROM refund_requests
	WHERE order_id = orders.id AND status IN ('waiting', 'sent') AND refund_requests.created_at < shifted_at
)
WHERE shifted_at IS NOT NULL AND shipped_quantity IS NULL AND id IN (SELECT order_id FROM refund_requests WHERE pieces > 0);
--> statement-breakpoint
CREATE TRIGGER orders_shipped_quantity AFTER UPDATE OF shifted_at ON orders
WHEN OLD.shifted_at IS NULL AND NEW.shifted_at IS NOT NULL
BEGIN
	UPDATE orders SET shipped_quantity = quantity - (
		SELECT coalesce(sum(pieces), 0) FROM refund_requests WHERE order_id = NEW.id AND status IN ('waiting', 'sent')
	)
	WHERE id = NEW.id;
END;
