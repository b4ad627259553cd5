INSERT INTO messages (id, user_id, name, email, subject, order_number, text, answered_at, form_key, created_at) VALUES
	('m1', 'u2', 'Sam “Søren” O''Hara', 'shopper@example.com', 'order', 'A1B2', 'Where is it?', NULL, 'form-1', 1700000000701),
	('m2', NULL, 'Visitor', 'visitor@example.com', 'other', NULL, 'Line one
line two', 1700000000703, NULL, 1700000000702);
INSERT INTO subscribers (id, email, token_hash, token_expires_at, unsubscribe_token, confirmed_at) VALUES
	('s1', 'reader@example.com', 'hash-1', 1700000000711, 'leave-1', 1700000000710),
	('s2', 'asked@example.com', 'hash-2', 4102444800000, 'leave-2', NULL);
INSERT INTO contact_mails (id, kind, subject_id, created_at, sent_at, tries, next_try_at, failure) VALUES
	('message:m1', 'message', 'm1', 1700000000701, NULL, 1, 1700000000801, NULL),
	('welcome:s1', 'welcome', 's1', 1700000000710, 1700000000720, 1, NULL, NULL),
	('copy:m1', 'copy', 'm1', 1700000000701, NULL, 1, NULL, 'rejected');
