ALTER TABLE `order_mails` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `refund_mails` ADD `failure` text;