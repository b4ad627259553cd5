-- A role is a row of contract/roles.ts: the CHECK that listed the first two goes. SQLite drops no CHECK of a table, and users must not be
-- rebuilt (docs/decisions/migrations.md): so the old column keeps the CHECK under another name, and nothing reads it.
DROP INDEX `users_role`;--> statement-breakpoint
ALTER TABLE `users` RENAME COLUMN `role` TO `role_before_0017`;--> statement-breakpoint
ALTER TABLE `users` ADD `role` text DEFAULT 'shopper' NOT NULL;--> statement-breakpoint
UPDATE `users` SET `role` = `role_before_0017` WHERE `role_before_0017` <> 'shopper';--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`);
