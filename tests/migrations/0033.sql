INSERT INTO order_notes (id, order_id, user_id, text, created_at) VALUES ('n1', 'o16', 'u17', 'Call before delivery', 1700000000401);
