-- Only adds: no table is rebuilt (docs/decisions/migrations.md). A column's CHECK may name other columns.
ALTER TABLE `orders` ADD `carrier` text CONSTRAINT "orders_carrier" CHECK("carrier" is null or ("tracking_number" is not null and length("carrier") between 1 and 40));--> statement-breakpoint
ALTER TABLE `orders` ADD `tracking_number` text CONSTRAINT "orders_tracking" CHECK("tracking_number" is null or ("shifted_at" is not null and length("tracking_number") between 1 and 64 and "tracking_number" not glob '*[^!-~]*'));
