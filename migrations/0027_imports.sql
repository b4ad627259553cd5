CREATE TABLE `import_parts` (
	`import_id` text NOT NULL,
	`part` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`import_id`, `part`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`row` integer NOT NULL,
	`line` integer NOT NULL,
	`kind` integer NOT NULL,
	`label` text NOT NULL,
	`product_id` text,
	`edit_key` text,
	`next` text DEFAULT '{}' NOT NULL,
	`previous` text DEFAULT '{}' NOT NULL,
	`issues` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`import_id`, `row`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "import_rows_kind_known" CHECK("import_rows"."kind" between 0 and 5)
);
--> statement-breakpoint
CREATE INDEX `import_rows_kind` ON `import_rows` (`import_id`,`kind`,`row`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text DEFAULT 'checking' NOT NULL,
	`headings` text NOT NULL,
	`columns` text NOT NULL,
	`parts` integer NOT NULL,
	`check_key` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`errors` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`unmatched` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`applied` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`run_key` text,
	`user_id` text,
	`actor` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "imports_state" CHECK("imports"."state" in ('checking', 'ready', 'applying', 'done', 'canceled')),
	CONSTRAINT "imports_position" CHECK("imports"."position" between 0 and "imports"."rows")
);
--> statement-breakpoint
CREATE INDEX `imports_created` ON `imports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `imports_applying` ON `imports` (`updated_at`) WHERE "imports"."state" = 'applying';--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`);