UPDATE orders SET tracking_number = '1Z-999-AA1' WHERE tracking_number IS NOT NULL;
