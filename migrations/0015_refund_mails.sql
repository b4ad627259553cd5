CREATE TABLE `refund_mails` (
	`refund_id` text PRIMARY KEY NOT NULL,
	`email` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer
);
--> statement-breakpoint
CREATE INDEX `refund_mails_waiting` ON `refund_mails` (`next_try_at`) WHERE "refund_mails"."sent_at" is null;