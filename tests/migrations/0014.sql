INSERT INTO email_verifications (user_id, token_hash, expires_at) VALUES ('u2', 'hash-2', 1900000000000);
