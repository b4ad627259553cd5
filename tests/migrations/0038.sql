INSERT INTO checkouts (id, user_id, idempotency_key, created_at) VALUES ('c1', 'u2', 'k1', 1700000000601);
INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, transaction_id, created_at, paid_at, checkout_id) VALUES
	('o36a', 'u2', 'p1', 'Torque wrench', 4999, 5, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_36', 1700000000601, 1700000000602, 'c1'),
	('o36b', 'u2', 'p1', 'Torque wrench', 4999, 1, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_36', 1700000000601, 1700000000602, 'c1');
INSERT INTO payment_orders (payment_id, order_id, amount_cents) VALUES ('pi_36', 'o36a', 24995), ('pi_36', 'o36b', 4999);
INSERT INTO payments (id, order_id, amount_cents, status, received_cents, created_at, updated_at) VALUES
	('pi_36', 'o36a', 29994, 'paid', 29994, 1700000000601, 1700000000602);
INSERT INTO refund_requests (id, order_id, payment_id, amount_cents, pieces, restocked, reason, status, refund_id, stripe_key, created_at) VALUES
	('rr36', 'o36b', 'pi_36', 4999, 1, 0, 'damaged', 'waiting', NULL, 'key-36', 1700000000603);
INSERT INTO refunds (id, payment_id, amount_cents, status, ours, request_id, created_at, read_at) VALUES
	('re_36a', 'pi_36', 4999, 'succeeded', 1, 'rr36', 1700000000604, 1700000000605),
	('re_36b', 'pi_36', 1001, 'succeeded', 0, NULL, 1700000000606, 1700000000607);
UPDATE refund_requests SET status = 'sent', refund_id = 're_36a' WHERE id = 'rr36';
