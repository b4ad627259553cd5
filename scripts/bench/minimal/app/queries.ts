import { createContext } from "react-router";

export const databaseContext = createContext<D1Database>();

/** The query of `GET /products`, with the same columns and order as in the shop. */
export const readProducts = (database: D1Database) =>
	database
		.prepare(
			`select id, name, part_number, description, price_cents, quantity, minimum, img, price_breaks, order_multiple,
				category, specification, gallery
			from products where deleted_at is null order by created_at, id limit ? offset ?`,
		)
		.bind(6, 0)
		.all<{ id: string; name: string }>();

export type Order = {
	toolId: string;
	name: string;
	email: string;
	quantity: number;
	location: string;
	phone: string;
};

const sellableCondition =
	"id = ?1 and deleted_at is null and minimum <= ?2 and price_cents * ?2 between 50 and 99999999";

/** Does only what is necessary to store an order and reduce the stock in one transaction. The shop writes more (worker/shop/orders/place-lines.ts). */
export function placeOrder(database: D1Database, userId: string, order: Order) {
	const { toolId, quantity, name, email, location, phone } = order;
	const id = crypto.randomUUID();
	return database.batch([
		database
			.prepare(`update products set quantity = quantity - ?2 where ${sellableCondition}`)
			.bind(toolId, quantity),
		database
			.prepare(
				`insert into orders (id, user_id, product_id, tool_name, tool_price_cents, quantity, name, email, location, phone, created_at)
				select ?3, ?4, id, name, price_cents, ?2, ?5, ?6, ?7, ?8, ?9 from products where ${sellableCondition} returning id`,
			)
			.bind(toolId, quantity, id, userId, name, email, location, phone, Date.now()),
	]);
}
