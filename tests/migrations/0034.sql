INSERT INTO sessions (id, user_id, created_at, expires_at, confirmed_at) VALUES ('s0034', 'u2', 1700000000501, 4102444800000, 1700000000502);
