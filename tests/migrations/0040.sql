INSERT INTO basket_lines (user_id, product_id, quantity, price_cents, added_at) VALUES ('u17', 'p1', 10, 4999, 1700000000401);
