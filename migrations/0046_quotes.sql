CREATE TABLE `quote_lines` (
	`quote_id` text NOT NULL,
	`product_id` text NOT NULL,
	`position` integer NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price_cents` integer NOT NULL,
	PRIMARY KEY(`quote_id`, `product_id`),
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "quote_lines_quantity" CHECK("quote_lines"."quantity" between 1 and 1000000),
	CONSTRAINT "quote_lines_price" CHECK("quote_lines"."unit_price_cents" between 1 and 99999999)
);
--> statement-breakpoint
CREATE INDEX `quote_lines_product` ON `quote_lines` (`product_id`);--> statement-breakpoint
CREATE TABLE `quote_mails` (
	`quote_id` text PRIMARY KEY NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`failure` text,
	FOREIGN KEY (`quote_id`) REFERENCES `quotes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quote_mails_waiting` ON `quote_mails` (`next_try_at`) WHERE "quote_mails"."sent_at" is null;--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`tools` text NOT NULL,
	`message` text NOT NULL,
	`company` text NOT NULL,
	`phone` text NOT NULL,
	`needed_by` text,
	`form_key` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`answered_at` integer,
	`valid_until` integer,
	`declined_at` integer,
	`withdrawn_at` integer,
	`accepted_at` integer,
	`checkout_id` text,
	`state` text GENERATED ALWAYS AS (case when accepted_at is not null then 'accepted' when withdrawn_at is not null then 'withdrawn' when declined_at is not null then 'declined' when answered_at is not null then 'answered' else 'new' end) VIRTUAL NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "quotes_request" CHECK(length("quotes"."tools") + length("quotes"."message") > 0 and length("quotes"."tools") <= 10000 and length("quotes"."message") <= 2000),
	CONSTRAINT "quotes_answered" CHECK(("quotes"."answered_at" is null) = ("quotes"."valid_until" is null) and ("quotes"."answered_at" is null) = ("quotes"."revision" = 0)),
	CONSTRAINT "quotes_declined" CHECK("quotes"."declined_at" is null or ("quotes"."answered_at" is not null and "quotes"."withdrawn_at" is null)),
	CONSTRAINT "quotes_accepted" CHECK(("quotes"."accepted_at" is null) = ("quotes"."checkout_id" is null) and ("quotes"."accepted_at" is null or ("quotes"."valid_until" is not null and "quotes"."accepted_at" < "quotes"."valid_until" and "quotes"."declined_at" is null and "quotes"."withdrawn_at" is null)))
);
--> statement-breakpoint
CREATE INDEX `quotes_user` ON `quotes` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_created` ON `quotes` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_state` ON `quotes` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_form` ON `quotes` (`user_id`,`form_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_checkout` ON `quotes` (`checkout_id`) WHERE "quotes"."checkout_id" is not null;
--> statement-breakpoint
-- What was accepted, and its orders, stay as they are. Two customers' windows that accept at the same time place one checkout.
CREATE TRIGGER quotes_accepted_once BEFORE UPDATE ON quotes
WHEN OLD.accepted_at IS NOT NULL
BEGIN
	SELECT raise(ABORT, 'quotes: already accepted');
END;
--> statement-breakpoint
CREATE TRIGGER quote_lines_limit BEFORE INSERT ON quote_lines
WHEN (SELECT count(*) FROM quote_lines WHERE quote_id = NEW.quote_id) >= 100
BEGIN
	SELECT raise(ABORT, 'quote_lines: a quote has at most 100');
END;
--> statement-breakpoint
CREATE TRIGGER quote_lines_accepted BEFORE UPDATE ON quote_lines
WHEN (SELECT accepted_at FROM quotes WHERE id = OLD.quote_id) IS NOT NULL
BEGIN
	SELECT raise(ABORT, 'quotes: already accepted');
END;
