UPDATE orders SET placed_by = 'u2' WHERE id = 'o16';
INSERT INTO payment_links (token_hash, order_id, created_by, created_at) VALUES ('0037', 'o16', 'u17', 1700000000501);
