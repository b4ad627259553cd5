CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`due_by` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `payment_keys` (
	`order_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`failure_reason` text,
	`ours` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`read_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `payments` ADD `currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `received_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `hold` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `next_check_at` integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE `payments` ADD `checks` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_due` ON `payments` (`checks`,"next_check_at" desc) WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX `payments_waiting` ON `payments` (`next_check_at`) WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX `payments_held` ON `payments` (`updated_at`) WHERE "payments"."hold" is not null;
--> statement-breakpoint
INSERT INTO `settings` (`name`, `value`) VALUES ('shop_id', lower(hex(randomblob(16))));
--> statement-breakpoint
-- What was believed so far of money that went back: the sweep asks Stripe whether each of these refunds has succeeded.
INSERT INTO `refunds` (`id`, `payment_id`, `amount_cents`, `status`, `ours`, `created_at`, `read_at`)
SELECT `refund_id`, `id`, `amount_cents`, 'succeeded', 1, `updated_at`, 0 FROM `payments` WHERE `refund_id` IS NOT NULL;
--> statement-breakpoint
UPDATE `payments` SET
	`received_cents` = `amount_cents`,
	`refunded_cents` = CASE `status` WHEN 'refunded' THEN `amount_cents` ELSE 0 END,
	`hold` = CASE `status` WHEN 'refunded' THEN 'refunded' END
WHERE `status` IN ('paid', 'refunded');
--> statement-breakpoint
UPDATE `payments` SET `next_check_at` = NULL, `checks` = 9 WHERE `status` IN ('paid', 'cancelled');
--> statement-breakpoint
UPDATE `payments` SET `next_check_at` = 1, `checks` = 0 WHERE `status` = 'paid' AND `id` IN (SELECT `transaction_id` FROM `orders` WHERE `paid_at` IS NOT NULL AND `shifted_at` IS NULL);
