INSERT INTO products (id, name, description, price_cents, quantity, minimum, img, created_at, price_breaks, order_multiple) VALUES
	('p39', 'Carton of gloves', 'Sold by the carton.', 500, 600, 12, '/pictures/pliers-800.webp', 1700000000501, '[[60,460],[120,430]]', 12);
