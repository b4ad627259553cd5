-- An order is refunded only before it is shipped, so its customer never had the tool. Another order of the tool may be bought.
CREATE TRIGGER reviews_refunded AFTER UPDATE OF refunded_at ON orders
WHEN NEW.refunded_at IS NOT NULL
BEGIN
	UPDATE reviews SET verified = 0
	WHERE user_id = NEW.user_id AND product_id = NEW.product_id AND verified AND NOT EXISTS (
		SELECT 1 FROM orders
		WHERE user_id = NEW.user_id AND product_id = NEW.product_id AND paid_at IS NOT NULL AND refunded_at IS NULL
	);
END;
--> statement-breakpoint
UPDATE reviews SET verified = 0
WHERE verified AND EXISTS (
	SELECT 1 FROM orders
	WHERE user_id = reviews.user_id AND product_id = reviews.product_id AND refunded_at IS NOT NULL
) AND NOT EXISTS (
	SELECT 1 FROM orders
	WHERE user_id = reviews.user_id AND product_id = reviews.product_id AND paid_at IS NOT NULL AND refunded_at IS NULL
);
