const stockByMovements = `SELECT products.id AS product_id, coalesce(sum(change), 0) AS stock
	FROM products LEFT JOIN stock_movements ON stock_movements.product_id = products.id GROUP BY products.id`;
const paidOrders =
	"SELECT paid_at AS time, product_id, 1 AS orders, quantity AS pieces, quantity * tool_price_cents AS cents FROM orders WHERE paid_at IS NOT NULL";
const notFailedCondition = "refunds.status NOT IN ('failed', 'canceled')";
/** The `CROSS JOIN` keeps SQLite from computing the shares of a payment again for each of its orders. */
const refundShares = `SELECT refund_shares.created_at AS time, product_id, 0 AS orders, -pieces AS pieces, -refund_shares.amount_cents AS cents
	FROM refunds CROSS JOIN refund_shares ON refund_id = refunds.id WHERE ${notFailedCondition}`;
/** For exports from before checkouts existed, in which each payment is for one order. */
const paymentRefunds = `SELECT refunds.created_at AS time, product_id, 0 AS orders, -coalesce(pieces, 0) AS pieces, -refunds.amount_cents AS cents
	FROM refunds JOIN orders ON orders.transaction_id = refunds.payment_id
	LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id WHERE ${notFailedCondition}`;
const canceledPieces = `SELECT created_at AS time, product_id, 0 AS orders, -pieces AS pieces, 0 AS cents FROM canceled_pieces`;
/**
 * Lists each order at the time of its payment, and each refund and cancellation, with negative amounts, at its own time. The oldest exports have
 * no refunds, and newer ones subtract no pieces for a cancellation.
 */
function buildSalesQuery(tableNames: Set<string>): string {
	const netOfRefunds = `${paidOrders} UNION ALL ${refundShares}`;
	if (tableNames.has("canceled_pieces")) return `${netOfRefunds} UNION ALL ${canceledPieces}`;
	if (tableNames.has("refund_shares")) return netOfRefunds;
	if (tableNames.has("refund_requests")) return `${paidOrders} UNION ALL ${paymentRefunds}`;
	return paidOrders;
}
// Changes that add up to zero can leave a row that has only zeros.
const sumUp = (key: string, rows: string) =>
	`SELECT ${key}, sum(orders), sum(pieces), sum(cents) FROM (${rows}) GROUP BY 1
	HAVING sum(orders) <> 0 OR sum(pieces) <> 0 OR sum(cents) <> 0`;
const whereNotZero = "WHERE orders <> 0 OR pieces <> 0 OR revenue_cents <> 0";

type DerivedTable = {
	table: string;
	columns: string;
	/** Query for the rows that the table should have. */
	expected: string;
	/** Query for the rows that the table has. Defaults to `columns` of all rows. */
	actual?: string;
	/** Statements that insert missing rows, for a table that is not rebuilt from `expected`. */
	repair?: string[];
};

/**
 * Tables that triggers maintain (migrations 0007, 0009, 0021, and those named `refunds`, `product_daily_sales`,
 * `refund_shares_unused` and `canceled_pieces`), and the queries that compute their rows from the source tables.
 */
const listDerivedTables = (tableNames: Set<string>): DerivedTable[] => [
	{
		table: "daily_sales",
		columns: "day, orders, pieces, revenue_cents",
		expected: sumUp("time / 86400000", buildSalesQuery(tableNames)),
		actual: `SELECT day, orders, pieces, revenue_cents FROM daily_sales ${whereNotZero}`,
	},
	{
		table: "product_sales",
		columns: "product_id, orders, pieces, revenue_cents",
		expected: sumUp("product_id", buildSalesQuery(tableNames)),
		actual: `SELECT product_id, orders, pieces, revenue_cents FROM product_sales ${whereNotZero}`,
	},
	{
		table: "product_daily_sales",
		columns: "day, product_id, pieces",
		expected: `SELECT day, product_id, sum(pieces) FROM (
			SELECT paid_at / 86400000 AS day, product_id, quantity AS pieces FROM orders WHERE paid_at IS NOT NULL
			UNION ALL SELECT created_at / 86400000, product_id, -change FROM stock_movements WHERE reason = 'refund'
			${tableNames.has("canceled_stock") ? "UNION ALL SELECT created_at / 86400000, product_id, -pieces FROM canceled_stock" : ""}
		) GROUP BY 1, 2`,
	},
	{
		table: "product_ratings",
		columns: "product_id, stars, reviews",
		expected: `SELECT product_id, stars, count(*) FROM reviews
			WHERE product_id IS NOT NULL AND stars IS NOT NULL AND hidden_at IS NULL GROUP BY 1, 2`,
		// The triggers keep rows of zero reviews.
		actual: "SELECT product_id, stars, reviews FROM product_ratings WHERE reviews <> 0",
	},
	{
		table: "product_pictures",
		columns: "img, product_id",
		expected: "SELECT DISTINCT value, products.id FROM products, json_each(products.gallery)",
	},
	{
		table: "stock_movements",
		columns: "product_id, stock",
		expected: "SELECT id, quantity FROM products",
		actual: stockByMovements,
		// For stock that changed during the export (docs/backup.md).
		repair: [
			`INSERT INTO stock_movements (product_id, change, stock_after, reason)
			SELECT product_id, quantity - stock, quantity, 'unknown' FROM (${stockByMovements})
			JOIN products ON products.id = product_id WHERE quantity <> stock`,
		],
	},
];

const buildDifferenceQuery = ({
	table,
	columns,
	expected,
	actual = `SELECT ${columns} FROM ${table}`,
}: DerivedTable) => `
	WITH expected (${columns}) AS (${expected}), actual AS (${actual})
	SELECT count(*) AS rows FROM (
		SELECT * FROM (SELECT * FROM expected EXCEPT SELECT * FROM actual)
		UNION ALL
		SELECT * FROM (SELECT * FROM actual EXCEPT SELECT * FROM expected)
	)`;

/** Returns only the tables that exist, because the export may be older than some. */
async function findDerivedTables(database: D1Database): Promise<DerivedTable[]> {
	const items = await database
		.prepare("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
		.raw<[string]>();
	const tableNames = new Set(items.map(([name]) => name));
	return listDerivedTables(tableNames).filter(({ table }) => tableNames.has(table));
}

export async function findOutdatedDerivedTables(database: D1Database): Promise<string[]> {
	const outdated: string[] = [];
	for (const derivedTable of await findDerivedTables(database)) {
		const differenceCount = await database
			.prepare(buildDifferenceQuery(derivedTable))
			.first<number>("rows");
		if (differenceCount !== 0) outdated.push(derivedTable.table);
	}
	return outdated;
}

export async function rebuildDerivedTables(database: D1Database, tables: string[]): Promise<void> {
	for (const { table, columns, expected, repair } of await findDerivedTables(database)) {
		if (!tables.includes(table)) continue;
		const rebuild = [`DELETE FROM ${table}`, `INSERT INTO ${table} (${columns}) ${expected}`];
		await database.batch((repair ?? rebuild).map((statement) => database.prepare(statement)));
	}
}

const batchSize = 5000;

/** Fills the full-text index of the products. The index itself stores no text (migrations/0007). */
export async function fillSearchIndex(database: D1Database): Promise<void> {
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
