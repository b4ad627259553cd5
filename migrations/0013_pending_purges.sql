CREATE TABLE `pending_purges` (
	`tag` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`refused_at` integer NOT NULL
);
