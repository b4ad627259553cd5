UPDATE orders SET cancellation_requested_at = 1700000000401, cancellation_declined_at = 1700000000402 WHERE id = 'o2';
