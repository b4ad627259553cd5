INSERT INTO second_factors (user_id, secret, confirmed_at, last_step, created_at) VALUES ('u17', 'plain:GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1700000000401, 56666666, 1700000000400);
INSERT INTO recovery_codes (hash, user_id) VALUES ('r25', 'u17');
INSERT INTO sign_in_challenges (id, user_id, method, tries, expires_at) VALUES ('c25', 'u17', 'password', 1, 4102444800000);
