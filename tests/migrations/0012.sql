INSERT INTO payments (id, order_id, amount_cents, currency, status, received_cents, refunded_cents, hold, refund_id, problem, next_check_at, checks, created_at, updated_at) VALUES
	('pi_21', 'o3', 19980, 'usd', 'paid', 19980, 980, 'disputed', NULL, 'disputed (fraudulent): answer it in Stripe by Nov 30, 2026', 1795259046488, 3, 1700000000151, 1700000000152),
	('pi_22', 'deleted-order-2', 500, 'eur', 'open', 500, 0, 'refund_pending', NULL, 'charged in eur; the refund is pending', 1795259046489, 1, 1700000000153, 1700000000154);
INSERT INTO payment_keys (order_id, key, created_at) VALUES ('o1', 'key-of-o1', 1700000000161);
INSERT INTO refunds (id, payment_id, amount_cents, status, failure_reason, ours, created_at, read_at) VALUES
	('re_21', 'pi_21', 980, 'succeeded', NULL, 0, 1700000000171, 1700000000172),
	('re_22', 'pi_22', 500, 'failed', 'expired_or_canceled_card', 1, 1700000000173, 1700000000174);
INSERT INTO disputes (id, payment_id, amount_cents, reason, status, due_by, created_at, read_at) VALUES
	('du_21', 'pi_21', 19000, 'fraudulent', 'needs_response', 1795999999000, 1700000000181, 1700000000182);
