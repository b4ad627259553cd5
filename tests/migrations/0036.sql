INSERT INTO passkeys (id, user_id, name, public_key, algorithm, sign_count, can_sync, is_synced, created_at, last_used_at) VALUES ('k36', 'u17', 'Laptop', 'spki', -7, 3, 1, 1, 1700000000601, 1700000000602);
INSERT INTO passkey_challenges (id, user_id, expires_at) VALUES ('p36', 'u17', 4102444800000);
INSERT INTO passkey_challenges (id, user_id, expires_at) VALUES ('p37', NULL, 4102444800000);
