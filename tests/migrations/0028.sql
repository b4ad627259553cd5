UPDATE orders SET delivered_at = shifted_at + 1 WHERE shifted_at IS NOT NULL;
