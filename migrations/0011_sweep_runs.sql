CREATE TABLE `sweep_runs` (
	`started_at` integer PRIMARY KEY NOT NULL,
	`ms` integer NOT NULL,
	`found` integer NOT NULL,
	`mended` integer NOT NULL,
	`failed` integer NOT NULL,
	`trouble` text
);
--> statement-breakpoint
CREATE INDEX `order_mails_sent` ON `order_mails` (`sent_at`) WHERE "order_mails"."sent_at" is not null;