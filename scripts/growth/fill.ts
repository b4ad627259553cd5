import { glob } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Refusal } from "../support/refusal.ts";

/** How many rows to add of each. */
export type Amounts = { products: number; users: number; orders: number; reviews: number };

/** Milliseconds: everything filled in is older than the seed's first row, and a second apart. */
const end = Date.UTC(2026, 0, 1);
const momentOf = (index: number, of: number) => end - (of - index) * 1000;
const words = "Forged chrome-vanadium steel, hardened jaws, guaranteed for as long as you turn it.";

/** @returns the file in which workerd keeps the D1 of a `--persist-to` folder */
export async function findDatabase(data: string): Promise<string> {
	const pattern = join(data, "v3/d1/**/*.sqlite");
	for await (const file of glob(pattern)) if (!file.endsWith("metadata.sqlite")) return file;
	throw new Refusal(`There is no D1 in ${data}.`);
}

/** One prepared statement, run for each index; @param valuesOf column → value of the row */
function insert(
	database: DatabaseSync,
	table: string,
	amount: number,
	valuesOf: (index: number) => Record<string, SQLInputValue>,
): void {
	const columns = Object.keys(valuesOf(0));
	const marks = columns.map(() => "?").join(", ");
	const statement = database.prepare(
		`insert into ${table} (${columns.join(", ")}) values (${marks})`,
	);
	for (let index = 0; index < amount; index += 1) {
		statement.run(...Object.values(valuesOf(index)));
	}
}

const personOf = (index: number) => ({
	user_id: `grown-user-${index}`,
	name: `Shopper ${index}`,
	email: `shopper${index}@example.com`,
});

function insertProducts(database: DatabaseSync, { products }: Amounts): void {
	insert(database, "products", products, (index) => ({
		id: `grown-product-${index}`,
		name: `Spanner number ${index}`,
		description: words,
		price_cents: 500 + (index % 20_000),
		quantity: 1_000,
		minimum: 1 + (index % 20),
		img: "/pictures/torque-wrench-800.webp",
		created_at: momentOf(index, products),
	}));
}

function insertUsers(database: DatabaseSync, { users }: Amounts): void {
	insert(database, "users", users, (index) => {
		const { user_id, name, email } = personOf(index);
		return { id: user_id, name, email, created_at: momentOf(index, users) };
	});
}

function insertOrders(database: DatabaseSync, { orders, users, products }: Amounts): void {
	insert(database, "orders", orders, (index) => {
		const paid = index % 4 === 0 ? null : momentOf(index, orders);
		return {
			id: `grown-order-${index}`,
			...personOf(index % users),
			product_id: `grown-product-${index % products}`,
			tool_name: `Spanner number ${index % products}`,
			tool_price_cents: 500 + (index % 20_000),
			quantity: 1 + (index % 20),
			location: `${index} Workshop Street, Springfield`,
			phone: "555 0100",
			idempotency_key: `grown-key-${index}`,
			transaction_id: paid === null ? null : `pi_grown_${index}`,
			created_at: momentOf(index, orders),
			paid_at: paid,
			shifted_at: index % 8 < 3 ? null : paid,
		};
	});
}

function insertReviews(database: DatabaseSync, { reviews, users }: Amounts): void {
	insert(database, "reviews", reviews, (index) => ({
		id: `grown-review-${index}`,
		...personOf(index % users),
		review: words,
		ratings: "5",
		img: "/pictures/people/amina.svg",
		created_at: momentOf(index, reviews),
	}));
}

const inserts = {
	products: insertProducts,
	users: insertUsers,
	orders: insertOrders,
	reviews: insertReviews,
};

function sizeOf(database: DatabaseSync): number {
	const [pages, size] = ["page_count", "page_size"].map((name) =>
		Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]),
	);
	return (pages ?? 0) * (size ?? 0);
}

/** Bytes of the whole file, and of one row of each table with its part of the indexes. */
export type Sizes = { whole: number; row: Amounts };

/**
 * Fills the local D1 of a folder, which nobody may have open, straight through SQLite: a million orders in a few
 * minutes.
 */
export async function fill(data: string, amounts: Amounts): Promise<Sizes> {
	const database = new DatabaseSync(await findDatabase(data));
	database.exec("pragma synchronous = off; pragma cache_size = -262144; begin");
	const row: Amounts = { products: 0, users: 0, orders: 0, reviews: 0 };
	for (const table of ["products", "users", "orders", "reviews"] as const) {
		const before = sizeOf(database);
		inserts[table](database, amounts);
		row[table] = (sizeOf(database) - before) / amounts[table];
	}
	database.exec("commit; pragma wal_checkpoint(truncate)");
	const whole = sizeOf(database);
	database.close();
	return { whole, row };
}
