CREATE TABLE `basket_lines` (
	`user_id` text NOT NULL,
	`product_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `product_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "basket_lines_quantity" CHECK("basket_lines"."quantity" between 1 and 1000000),
	CONSTRAINT "basket_lines_price" CHECK("basket_lines"."price_cents" >= 0)
);

--> statement-breakpoint
-- A basket has at most 200 lines. A line that it has no room for is left out, so that signing in with a visitor's list never fails.
CREATE TRIGGER basket_lines_limit BEFORE INSERT ON basket_lines
WHEN (SELECT count(*) FROM basket_lines WHERE user_id = NEW.user_id AND product_id <> NEW.product_id) >= 200
BEGIN
	SELECT RAISE(IGNORE);
END;
