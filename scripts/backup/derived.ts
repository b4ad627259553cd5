/** A table that triggers keep, and what it must hold. */
type Derived = {
	table: string;
	columns: string;
	truth: string;
	/** Its rows that count: others could as well be missing. */
	where?: string;
};

const sold = "count(*), sum(quantity), sum(quantity * tool_price_cents)";

/** What can be counted again from the rows themselves (migrations/0007, 0009). */
const derived: Derived[] = [
	{
		table: "daily_sales",
		columns: "day, orders, pieces, revenue_cents",
		truth: `SELECT paid_at / 86400000 AS day, ${sold} FROM orders WHERE paid_at IS NOT NULL GROUP BY 1`,
	},
	{
		table: "product_sales",
		columns: "product_id, orders, pieces, revenue_cents",
		truth: `SELECT product_id, ${sold} FROM orders WHERE paid_at IS NOT NULL GROUP BY 1`,
	},
	{
		table: "product_ratings",
		columns: "product_id, stars, reviews",
		truth: `SELECT product_id, stars, count(*) FROM reviews
			WHERE product_id IS NOT NULL AND stars IS NOT NULL AND hidden_at IS NULL GROUP BY 1, 2`,
		where: "reviews <> 0",
	},
	{
		table: "product_pictures",
		columns: "img, product_id",
		truth: "SELECT DISTINCT value, products.id FROM products, json_each(products.gallery)",
	},
];

/** @returns a query of how many rows (`rows`) are in one of the two and not in the other */
const differenceOf = ({ table, columns, truth, where = "true" }: Derived) => `
	WITH truth (${columns}) AS (${truth}), kept AS (SELECT ${columns} FROM ${table} WHERE ${where})
	SELECT count(*) AS rows FROM (
		SELECT * FROM (SELECT * FROM truth EXCEPT SELECT * FROM kept)
		UNION ALL
		SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM truth)
	)`;

export async function findMiscounted(database: D1Database): Promise<string[]> {
	const wrong: string[] = [];
	for (const one of derived) {
		const difference = await database.prepare(differenceOf(one)).first<{ rows: number }>();
		if (difference?.rows !== 0) wrong.push(one.table);
	}
	return wrong;
}

export async function recount(database: D1Database, tables: string[]): Promise<void> {
	for (const { table, columns, truth } of derived.filter(({ table }) => tables.includes(table))) {
		await database.batch([
			database.prepare(`DELETE FROM ${table}`),
			database.prepare(`INSERT INTO ${table} (${columns}) ${truth}`),
		]);
	}
}

const indexedAtOnce = 5000;

/** Fills the full-text index of the tools, which keeps no text of its own, from the tools (migrations/0007). */
export async function fillSearch(database: D1Database): Promise<void> {
	const last = await database
		.prepare("SELECT max(number) AS last FROM product_numbers")
		.first<number | null>("last");
	await database.prepare("INSERT INTO product_search (product_search) VALUES ('delete-all')").run();
	const statement = database.prepare(
		`INSERT INTO product_search (rowid, name, description, category)
		SELECT number, name, description, category FROM product_numbers JOIN products ON product_id = id
		WHERE deleted_at IS NULL AND number > ? AND number <= ?`,
	);
	for (let after = 0; after < (last ?? 0); after += indexedAtOnce) {
		await statement.bind(after, after + indexedAtOnce).run();
	}
}
