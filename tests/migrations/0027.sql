INSERT INTO imports (id, name, state, headings, columns, parts, check_key, rows, changed, errors, user_id, actor, created_at, updated_at) VALUES
	('i1', 'list.csv', 'applying', '["SKU","Price"]', '["partNumber","price"]', 1, 'k1', 2, 1, 1, 'u1', 'admin@example.com', 1700000000301, 1700000000302);
INSERT INTO import_parts (import_id, part, text) VALUES ('i1', 0, 'SKU,Price
TTD-1101,50.00
,1
');
INSERT INTO import_rows (import_id, row, line, kind, label, product_id, next, previous, issues) VALUES
	('i1', 1, 2, 3, 'Torque wrench', 'p1', '{"priceCents":5000}', '{"priceCents":4999}', '[]'),
	('i1', 2, 3, 0, '', NULL, '{}', '{}', '[{"column":null,"message":"The row needs a part number or an ID"}]');
