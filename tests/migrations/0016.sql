UPDATE orders SET cancelled_at = 1700000000201 WHERE id = 'o1';
