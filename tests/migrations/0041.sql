INSERT INTO product_documents (product_id, key, position, title, bytes, created_at) VALUES
	('p1', 'abababababababababababababababababababababababababababababababab.pdf', 0, 'Data sheet', 81234, 1700000000601),
	('p1', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd.pdf', 2, 'Manual “2026”', 1048576, 1700000000602);
