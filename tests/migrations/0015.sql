INSERT INTO refund_mails (refund_id, email, created_at, sent_at, tries, next_try_at) VALUES
	('re_21', NULL, 1700000000191, 1700000000192, 1, NULL),
	('re_22', 'payer@example.com', 1700000000193, NULL, 2, 1795259046490);
