INSERT INTO saved_lists (id, user_id, name, share_token, created_at) VALUES ('l1', 'u17', 'Brake jobs', 'abcdefghijklmnopqrstuvwxyz234567', 1700000000701);
INSERT INTO saved_list_lines (list_id, product_id, quantity, position) VALUES ('l1', 'p1', 10, 0);
