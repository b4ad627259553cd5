INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, transaction_id, created_at, paid_at, checkout_id) VALUES
	('o62a', 'u2', 'p1', 'Torque wrench', 2500, 5, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_62', 1700000001201, 1700000001202, 'c1'),
	('o62b', 'u2', 'p2', 'Ratchet', 2500, 10, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_62', 1700000001201, 1700000001202, 'c1');
INSERT INTO payment_orders (payment_id, order_id, amount_cents) VALUES ('pi_62', 'o62a', 12500), ('pi_62', 'o62b', 25000);
INSERT INTO payments (id, order_id, amount_cents, status, received_cents, created_at, updated_at) VALUES
	('pi_62', 'o62a', 37500, 'paid', 37500, 1700000001201, 1700000001202);
INSERT INTO refunds (id, payment_id, amount_cents, status, ours, request_id, created_at, read_at) VALUES
	('re_62a', 'pi_62', 10000, 'succeeded', 0, NULL, 1700000001203, 1700000001204),
	('re_62b', 'pi_62', 10000, 'succeeded', 0, NULL, 1700086401203, 1700086401204),
	('re_62c', 'pi_62', 10000, 'succeeded', 0, NULL, 1700086401205, 1700086401206),
	('re_62d', 'pi_62', 7500, 'succeeded', 0, NULL, 1700086401207, 1700086401208);
