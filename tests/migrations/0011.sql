INSERT INTO sweep_runs VALUES
	(1795258746488, 212, 4, 1, 2, 'payments, mails'),
	(1795259046488, 90, 0, 0, 0, NULL);
