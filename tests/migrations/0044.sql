INSERT INTO addresses (id, user_id, label, location, phone, company, vat_number, created_at, used_at) VALUES ('a1', 'u2', 'Workshop', '1 Bay Road', '555 0100', 'Acme Garage', 'DE123456789', 1700000000601, 1700000000602);
UPDATE orders SET company = 'Acme Garage', vat_number = 'DE123456789', purchase_order = 'PO 4711' WHERE id = 'o2';
