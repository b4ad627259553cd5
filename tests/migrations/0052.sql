INSERT INTO refund_requests (id, order_id, payment_id, amount_cents, known_cents, pieces, restocked, reason, status, rejection, stripe_key, created_at) VALUES
	('rr52', 'o49a', 'pi_49', 1000, 6000, 0, 0, 'goodwill', 'rejected', 'refunded_in_stripe', 'key-52', 1700000001003);
