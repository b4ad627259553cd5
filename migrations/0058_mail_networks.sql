ALTER TABLE `contact_mails` ADD `network` text;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `network` text;