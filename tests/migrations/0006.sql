-- 0006 and 0007 were released together: before 0007, there are no reviews of a tool and no values that its triggers write.
INSERT INTO audit_log (id, user_id, actor, action, subject_id, subject, detail, created_at) VALUES
	('a1', 'u1', 'admin@example.com', 'order-shifted', 'o3', 'Old hammer', '', 1700000000301),
	('a2', NULL, 'gone@example.com', 'product-deleted', 'p3', 'Old hammer', '7 pieces', 1700000000302);
INSERT INTO order_mails (order_id, kind, created_at, sent_at, tries, next_try_at) VALUES
	('o2', 'receipt', 1700000000311, 1700000000312, 1, NULL),
	('o3', 'shipped', 1700000000313, NULL, 2, 1700000000999);
UPDATE products SET category = 'lifting', specification = '[["Lifts","3 t"]]', gallery = '["/images/jack.png","/images/jack-2.png","/images/jack.png"]'
WHERE id = 'p2';
