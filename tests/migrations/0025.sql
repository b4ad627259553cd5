UPDATE payments SET received_cents = 45000 WHERE id = 'pi_2';
INSERT INTO refund_requests (id, order_id, payment_id, amount_cents, pieces, restocked, reason, note, requested_by, status, refund_id, rejection, idempotency_key, stripe_key, created_at, next_try_at, tries) VALUES
	('rr1', 'o2', 'pi_2', 9000, 2, 2, 'damaged', 'Two were bent.', 'u1', 'sent', 're_23', NULL, 'form-1', 'key-1', 1700000000311, NULL, 1),
	('rr2', 'o2', 'pi_2', 36000, 8, 0, 'other', '', NULL, 'waiting', NULL, NULL, NULL, 'key-2', 1700000000312, 1795259046491, 0);
INSERT INTO refunds (id, payment_id, amount_cents, status, failure_reason, ours, request_id, created_at, read_at) VALUES
	('re_23', 'pi_2', 9000, 'succeeded', NULL, 1, 'rr1', 1700000000313, 1700000000314);
INSERT INTO orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, transaction_id, created_at, paid_at, refunded_at) VALUES
	('o22', 'u2', 'p1', 'Torque wrench', 4999, 5, 'Sam', 'shopper@example.com', '1 Bench Road', '555 0100', 'pi_22', 1700000000321, 1700000000322, 1700000000323);
