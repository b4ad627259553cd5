INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, transaction_id, created_at, paid_at, cancelled_at, checkout_id) VALUES
	('o49a', 'u2', 'p1', 'Torque wrench', 4999, 2, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_49', 1700000000901, 1700000000902, NULL, 'c1'),
	('o49b', 'u2', 'p1', 'Torque wrench', 4999, 1, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', NULL, 1700000000901, NULL, 1700000000902, 'c1');
INSERT INTO payment_orders (payment_id, order_id, amount_cents) VALUES ('pi_49', 'o49a', 9998), ('pi_49', 'o49b', 4999);
INSERT INTO payments (id, order_id, amount_cents, status, received_cents, created_at, updated_at) VALUES
	('pi_49', 'o49a', 14997, 'paid', 14997, 1700000000901, 1700000000902);
INSERT INTO refund_requests (id, order_id, payment_id, amount_cents, pieces, restocked, reason, status, rejection, stripe_key, created_at) VALUES
	('rr49', 'o49b', 'pi_49', 4999, 0, 0, 'unused', 'rejected', 'charge_disputed', 'key-49', 1700000000902);
INSERT INTO refunds (id, payment_id, amount_cents, status, ours, request_id, created_at, read_at) VALUES
	('re_49a', 'pi_49', 5000, 'succeeded', 0, NULL, 1700000000903, 1700000000904),
	('re_49b', 'pi_49', 1000, 'failed', 0, NULL, 1700000000905, 1700000000906);
