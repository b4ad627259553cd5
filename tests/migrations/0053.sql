INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, transaction_id, created_at, paid_at, checkout_id) VALUES
	('o53a', 'u2', 'p1', 'Torque wrench', 4999, 2, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_53', 1700000001101, 1700000001102, 'c1'),
	('o53b', 'u2', 'p2', 'Ratchet', 1999, 1, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_53', 1700000001101, 1700000001102, 'c1');
INSERT INTO payment_orders (payment_id, order_id, amount_cents) VALUES ('pi_53', 'o53a', 9998), ('pi_53', 'o53b', 1999);
INSERT INTO payments (id, order_id, amount_cents, status, received_cents, created_at, updated_at) VALUES
	('pi_53', 'o53a', 11997, 'paid', 11997, 1700000001101, 1700000001102);
INSERT INTO refund_requests (id, order_id, payment_id, amount_cents, pieces, restocked, reason, status, stripe_key, created_at) VALUES
	('rr53', 'o53b', 'pi_53', 1999, 1, 0, 'goodwill', 'sent', 'key-53', 1700000001103);
INSERT INTO refunds (id, payment_id, amount_cents, status, ours, request_id, created_at, read_at) VALUES
	('re_53a', 'pi_53', 1999, 'succeeded', 1, 'rr53', 1700000001103, 1700000001104),
	('re_53b', 'pi_53', 9998, 'succeeded', 0, NULL, 1700000001105, 1700000001106);
