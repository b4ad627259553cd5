INSERT INTO quotes (id, user_id, tools, message, company, phone, needed_by, form_key, created_at, revision, note, answered_at, valid_until, declined_at, withdrawn_at, accepted_at, checkout_id) VALUES
	('q1', 'u2', 'Torque wrench, 40', 'To “Søren''s” garage', 'Acme Garage', '555 0100', '2026-12-31', 'form-1', 1700000000801, 0, '', NULL, NULL, NULL, NULL, NULL, NULL),
	('q2', 'u2', 'Torque wrench, 50', '', '', '', NULL, NULL, 1700000000802, 1, 'Ships in two days', 1700000000803, 4102444800000, NULL, NULL, 1700000000804, 'c1'),
	('q3', 'u2', '', 'Two of each socket', '', '', NULL, 'form-3', 1700000000805, 2, '', 1700000000806, 4102444800000, 1700000000807, NULL, NULL, NULL);
INSERT INTO quote_lines (quote_id, product_id, position, quantity, unit_price_cents) VALUES ('q2', 'p1', 0, 50, 4499), ('q3', 'p1', 0, 20, 4799);
INSERT INTO quote_mails (quote_id, created_at, sent_at, tries, next_try_at, failure) VALUES
	('q2', 1700000000803, 1700000000804, 1, NULL, NULL), ('q3', 1700000000806, NULL, 1, 1700000000906, NULL);
