-- Creates the stock alert that an account was created for once its email is verified, in whatever way. The email's link is then of no use.
CREATE TRIGGER users_verified AFTER UPDATE OF email_proved_at ON users
WHEN OLD.email_proved_at IS NULL AND NEW.email_proved_at IS NOT NULL
BEGIN
	INSERT OR IGNORE INTO stock_waiters (user_id, product_id)
	SELECT NEW.id, products.id FROM email_verifications JOIN products ON products.id = tool
	WHERE email_verifications.user_id = NEW.id AND NEW.role = 'shopper'
		AND products.deleted_at IS NULL AND products.quantity < products.minimum;
	DELETE FROM email_verifications WHERE user_id = NEW.id;
END;
