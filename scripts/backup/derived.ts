const salesColumns = "count(*), sum(quantity), sum(quantity * tool_price_cents)";

/** Tables that triggers maintain (migrations/0007 and 0009), and the queries that compute their rows from the source tables. */
const derivedTables = [
	{
		table: "daily_sales",
		columns: "day, orders, pieces, revenue_cents",
		source: `SELECT paid_at / 86400000 AS day, ${salesColumns} FROM orders WHERE paid_at IS NOT NULL GROUP BY 1`,
	},
	{
		table: "product_sales",
		columns: "product_id, orders, pieces, revenue_cents",
		source: `SELECT product_id, ${salesColumns} FROM orders WHERE paid_at IS NOT NULL GROUP BY 1`,
	},
	{
		table: "product_ratings",
		columns: "product_id, stars, reviews",
		source: `SELECT product_id, stars, count(*) FROM reviews
			WHERE product_id IS NOT NULL AND stars IS NOT NULL AND hidden_at IS NULL GROUP BY 1, 2`,
		// The triggers keep rows of zero reviews.
		where: "reviews <> 0",
	},
	{
		table: "product_pictures",
		columns: "img, product_id",
		source: "SELECT DISTINCT value, products.id FROM products, json_each(products.gallery)",
	},
];

const differenceQuery = ({
	table,
	columns,
	source,
	where = "true",
}: (typeof derivedTables)[number]) => `
	WITH expected (${columns}) AS (${source}), actual AS (SELECT ${columns} FROM ${table} WHERE ${where})
	SELECT count(*) AS rows FROM (
		SELECT * FROM (SELECT * FROM expected EXCEPT SELECT * FROM actual)
		UNION ALL
		SELECT * FROM (SELECT * FROM actual EXCEPT SELECT * FROM expected)
	)`;

export async function findOutdatedTables(database: D1Database): Promise<string[]> {
	const outdated: string[] = [];
	for (const derived of derivedTables) {
		const rows = await database.prepare(differenceQuery(derived)).first<number>("rows");
		if (rows !== 0) outdated.push(derived.table);
	}
	return outdated;
}

export async function recompute(database: D1Database, tables: string[]): Promise<void> {
	for (const { table, columns, source } of derivedTables) {
		if (!tables.includes(table)) continue;
		await database.batch([
			database.prepare(`DELETE FROM ${table}`),
			database.prepare(`INSERT INTO ${table} (${columns}) ${source}`),
		]);
	}
}

const batchSize = 5000;

/** Fills the full-text index of the products, which stores no text itself (migrations/0007). */
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
	for (let after = 0; after < (last ?? 0); after += batchSize) {
		await statement.bind(after, after + batchSize).run();
	}
}
