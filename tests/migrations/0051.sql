INSERT INTO payments (id, order_id, amount_cents, status, received_cents, method_type, created_at, updated_at) VALUES
	('pi_51', 'o49b', 4999, 'paid', 4999, 'link', 1700000001001, 1700000001002);
