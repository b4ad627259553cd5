UPDATE orders SET carrier = 'UPS', tracking_number = '1Z999AA10123456784' WHERE shifted_at IS NOT NULL;
