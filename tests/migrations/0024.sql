INSERT INTO sessions (id, user_id, created_at, expires_at, last_used_at, device, country) VALUES
	('s19', 'u2', 1700000000301, 4102444800000, 1700000000302, 'Firefox on Windows', 'CA');
