UPDATE users SET email_proved_at = 1700000000100 WHERE id = 'u2';
