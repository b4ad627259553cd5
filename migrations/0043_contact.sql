CREATE TABLE `contact_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `contact_mails_due` ON `contact_mails` (`next_try_at`) WHERE "contact_mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX `contact_mails_kind` ON `contact_mails` (`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`subject` text NOT NULL,
	`order_number` text,
	`text` text NOT NULL,
	`answered_at` integer,
	`form_key` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "messages_email_lowercase" CHECK("messages"."email" = lower("messages"."email")),
	CONSTRAINT "messages_text" CHECK(length("messages"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE INDEX `messages_created` ON `messages` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `messages_new` ON `messages` (`created_at`,`id`) WHERE "messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX `messages_answered` ON `messages` (`created_at`,`id`) WHERE "messages"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX `messages_email` ON `messages` (`email`,"created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX `messages_user` ON `messages` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_form_key` ON `messages` (`form_key`);--> statement-breakpoint
CREATE TABLE `subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`token_expires_at` integer NOT NULL,
	`unsubscribe_token` text NOT NULL,
	`confirmed_at` integer,
	CONSTRAINT "subscribers_email_lowercase" CHECK("subscribers"."email" = lower("subscribers"."email"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_email` ON `subscribers` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_token` ON `subscribers` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_unsubscribe` ON `subscribers` (`unsubscribe_token`);--> statement-breakpoint
CREATE INDEX `subscribers_confirmed` ON `subscribers` (`confirmed_at`,`id`) WHERE "subscribers"."confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX `subscribers_pending` ON `subscribers` (`token_expires_at`) WHERE "subscribers"."confirmed_at" is null;