INSERT INTO reviews (id, user_id, review, ratings, img, name, email, product_id, verified, stars, hidden_at, created_at) VALUES
	('r3', 'u2', 'Clicks.', '5', '', 'Sam', 'shopper@example.com', 'p1', 1, 5, NULL, 1700000000063),
	('r4', 'u2', 'Rude.', '1', '', 'Sam', 'shopper@example.com', 'p1', 0, 1, 1700000000400, 1700000000064);
