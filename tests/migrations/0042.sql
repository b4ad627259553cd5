INSERT INTO stock_waiters (user_id, product_id, created_at) VALUES ('u17', 'p1', 1700000000501);
