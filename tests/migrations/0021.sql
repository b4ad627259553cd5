INSERT INTO stock_movements (product_id, change, stock_after, reason, order_id, user_id, note, created_at)
SELECT id, -1, quantity - 1, 'correction', NULL, 'u1', 'One was damaged.', 1700000000301 FROM products WHERE id = 'p1';
