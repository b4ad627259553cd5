-- A role that only later versions have: the database accepts any role.
INSERT INTO users (id, email, name, role, created_at) VALUES ('u17', 'support@example.com', 'Sue Support', 'support', 1700000000301);
