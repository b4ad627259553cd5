-- The data of a shop before migration 0001, which adds the counters.
INSERT INTO users (id, email, name, role, img, phone, password_hash, google_sub, created_at) VALUES
	('u1', 'admin@example.com', 'Ada Admin', 'admin', NULL, NULL, 'scrypt$1', NULL, 1700000000001),
	('u2', 'shopper@example.com', 'Sam “Søren” O''Hara', 'shopper', '/images/portrait.png', '555 0100', NULL, 'google-1', 1700000000002);
INSERT INTO products (id, name, description, price_cents, quantity, minimum, img, created_at, deleted_at) VALUES
	('p1', 'Torque wrench', 'Clicks at the torque that is set.', 4999, 100, 5, '/pictures/torque-wrench.svg', 1700000000011, NULL),
	('p2', 'Trolley jack', 'Lifts three tons.', 12999, 0, 1, '/images/jack.png', 1700000000012, NULL),
	('p3', 'Old hammer', 'Sold no more.', 999, 7, 10, 'https://pictures.example/hammer.svg', 1700000000013, 1700000000900);
INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('s1', 'u2', 1700000000021, 1900000000000);
INSERT INTO access_tokens (id, session_id, expires_at) VALUES ('t1', 's1', 1900000000000);
INSERT INTO reset_tokens (user_id, token_hash, expires_at) VALUES ('u2', 'hash-1', 1900000000000);
INSERT INTO images (key, type, bytes, user_id, created_at) VALUES
	('jack.png', 'image/png', 1234, 'u1', 1700000000031),
	('orphan.png', 'image/png', 12, NULL, 1700000000032);
INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, idempotency_key, transaction_id, created_at, paid_at, shifted_at) VALUES
	('o1', 'u2', 'p1', 'Torque wrench', 4999, 5, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'key-1', NULL, 1700000000041, NULL, NULL),
	('o2', 'u2', 'p1', 'Torque wrench', 4500, 10, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', NULL, 'pi_2', 1700000000042, 1700000000142, NULL),
	('o3', 'u2', 'p3', 'Old hammer', 999, 20, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', NULL, 'pi_3', 1700000000043, 1700000000143, 1700000000243),
	('o4', NULL, 'p2', 'Trolley jack', 12999, 1, 'Gone', 'gone@example.com', '2 Bench Road', '', NULL, 'pi_4', 1700090000000, 1700090000001, NULL);
INSERT INTO payments (id, order_id, amount_cents, status, refund_id, problem, created_at, updated_at) VALUES
	('pi_1', 'o1', 24995, 'open', NULL, NULL, 1700000000051, 1700000000052),
	('pi_2', 'o2', 45000, 'paid', NULL, NULL, 1700000000053, 1700000000054),
	('pi_9', 'deleted-order', 100, 'refunded', 're_9', 'twice', 1700000000055, 1700000000056);
INSERT INTO reviews (id, user_id, review, ratings, img, name, email, created_at) VALUES
	('r1', 'u2', 'Good tools.', '5', '/pictures/people/amina.svg', 'Sam', 'shopper@example.com', 1700000000061),
	('r2', NULL, 'Fine, I think.', 'four and a half', '', 'Gone', 'gone@example.com', 1700000000062);
INSERT INTO stripe_events (id, type, received_at) VALUES ('evt_1', 'payment_intent.succeeded', 1700000000071);
