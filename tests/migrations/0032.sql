INSERT INTO products (id, name, description, price_cents, quantity, minimum, img, created_at, deleted_at, draft, part_number) VALUES
	('p28', 'Draft jack', 'Not shown yet.', 9900, 3, 1, '/pictures/pliers-800.webp', 1700000000401, 1700000000401, 1, 'DRAFT-1');
