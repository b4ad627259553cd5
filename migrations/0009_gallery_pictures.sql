CREATE TABLE `product_pictures` (
	`img` text NOT NULL,
	`product_id` text NOT NULL,
	PRIMARY KEY(`img`, `product_id`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `product_pictures_product` ON `product_pictures` (`product_id`);--> statement-breakpoint
INSERT INTO product_pictures (img, product_id)
SELECT DISTINCT value, products.id FROM products, json_each(products.gallery);
--> statement-breakpoint
CREATE TRIGGER products_pictured_insert AFTER INSERT ON products WHEN NEW.gallery <> '[]'
BEGIN
	INSERT OR IGNORE INTO product_pictures (img, product_id) SELECT value, NEW.id FROM json_each(NEW.gallery);
END;
--> statement-breakpoint
CREATE TRIGGER products_pictured_update AFTER UPDATE OF gallery ON products WHEN NEW.gallery <> OLD.gallery
BEGIN
	DELETE FROM product_pictures WHERE product_id = NEW.id;
	INSERT OR IGNORE INTO product_pictures (img, product_id) SELECT value, NEW.id FROM json_each(NEW.gallery);
END;
