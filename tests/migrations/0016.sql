INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, created_at, cancelled_at) VALUES
	('o16', 'u2', 'p1', 'Torque wrench', 4999, 5, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 1700000000201, 1700000000202);
