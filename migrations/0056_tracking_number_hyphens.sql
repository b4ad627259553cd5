-- As forms store them now: with hyphens, one number could be given to two customers.
UPDATE orders SET tracking_number = replace(tracking_number, '-', '')
	WHERE tracking_number LIKE '%-%' AND replace(tracking_number, '-', '') <> '';
