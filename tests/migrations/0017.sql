-- A role of later versions: the database takes any.
INSERT INTO users (id, email, name, role, created_at) VALUES ('u17', 'support@example.com', 'Sue Support', 'support', 1700000000301);
