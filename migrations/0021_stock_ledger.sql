-- Every change of a stock is a row of stock_movements, and the sum of a product's rows is its stock (docs/decisions/stock-ledger.md).
CREATE TABLE `stock_movements` (
	`id` integer PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`change` integer NOT NULL,
	`stock_after` integer NOT NULL,
	`reason` text NOT NULL,
	`order_id` text,
	`user_id` text,
	`note` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "stock_movements_stock" CHECK("stock_movements"."stock_after" between 0 and 1000000)
);
--> statement-breakpoint
CREATE INDEX `stock_movements_product` ON `stock_movements` (`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stock_movements_order` ON `stock_movements` (`order_id`,`reason`) WHERE "stock_movements"."reason" <> 'refund';--> statement-breakpoint
CREATE INDEX `stock_movements_user` ON `stock_movements` (`user_id`) WHERE "stock_movements"."user_id" is not null;
--> statement-breakpoint
INSERT INTO stock_movements (product_id, change, stock_after, reason)
SELECT id, quantity, quantity, 'opening' FROM products WHERE quantity <> 0 ORDER BY created_at, id;
--> statement-breakpoint
CREATE TRIGGER stock_moved AFTER INSERT ON stock_movements
BEGIN
	SELECT raise(ABORT, 'stock_movements: stock_after is not the stock before plus the change')
	WHERE NEW.stock_after <> NEW.change + coalesce(
		(SELECT stock_after FROM stock_movements WHERE product_id = NEW.product_id AND id < NEW.id ORDER BY id DESC LIMIT 1), 0);
	UPDATE products SET quantity = NEW.stock_after WHERE id = NEW.product_id AND quantity <> NEW.stock_after;
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_kept BEFORE DELETE ON stock_movements
WHEN EXISTS (SELECT 1 FROM products WHERE id = OLD.product_id)
BEGIN
	SELECT raise(ABORT, 'stock_movements: rows are not deleted');
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_unchanged BEFORE UPDATE OF id, product_id, change, stock_after, reason, created_at ON stock_movements
BEGIN
	SELECT raise(ABORT, 'stock_movements: rows are not changed');
END;
--> statement-breakpoint
-- A product that is added with a stock, and a stock that is changed by SQL or by the version before this one.
CREATE TRIGGER stock_created AFTER INSERT ON products WHEN NEW.quantity <> 0
BEGIN
	INSERT INTO stock_movements (product_id, change, stock_after, reason) VALUES (NEW.id, NEW.quantity, NEW.quantity, 'created');
END;
--> statement-breakpoint
CREATE TRIGGER stock_changed_unknown AFTER UPDATE OF quantity ON products
WHEN NEW.quantity <> coalesce((SELECT stock_after FROM stock_movements WHERE product_id = NEW.id ORDER BY id DESC LIMIT 1), 0)
BEGIN
	INSERT INTO stock_movements (product_id, change, stock_after, reason)
	SELECT NEW.id, NEW.quantity - stock, NEW.quantity, 'unknown' FROM (
		SELECT coalesce((SELECT stock_after FROM stock_movements WHERE product_id = NEW.id ORDER BY id DESC LIMIT 1), 0) AS stock);
END;
