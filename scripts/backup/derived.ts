const stockByMovements = `SELECT products.id AS product_id, coalesce(sum(change), 0) AS stock
	FROM products LEFT JOIN stock_movements ON stock_movements.product_id = products.id GROUP BY products.id`;
const paidOrders =
	"SELECT paid_at AS time, product_id, 1 AS orders, quantity AS pieces, quantity * tool_price_cents AS cents FROM orders WHERE paid_at IS NOT NULL";
/** The refunds of orders, as the view `refund_shares` has them, which an older export does not have. */
const refundShares = `SELECT created_at AS time, product_id, 0 AS orders, -pieces AS pieces,
		-CASE WHEN is_asked THEN amount_cents ELSE amount_cents * (before + own) / total - amount_cents * before / total END AS cents
	FROM (
		SELECT refunds.created_at, product_id, coalesce(refund_requests.pieces, 0) AS pieces, refunds.amount_cents,
			refund_requests.id IS NOT NULL AS is_asked, orders.quantity * orders.tool_price_cents AS own,
			(SELECT coalesce(sum(quantity * tool_price_cents), 0) FROM orders AS earlier
				WHERE earlier.transaction_id = refunds.payment_id AND earlier.id < orders.id) AS before,
			(SELECT sum(quantity * tool_price_cents) FROM orders AS every WHERE every.transaction_id = refunds.payment_id) AS total
		FROM refunds
		LEFT JOIN refund_requests ON refund_requests.id = refunds.request_id
		JOIN orders ON orders.transaction_id = refunds.payment_id AND (refund_requests.id IS NULL OR refund_requests.order_id = orders.id)
		WHERE refunds.status NOT IN ('failed', 'canceled')
	)`;
/** Orders when they were paid, and refunds, which count negative, when they were made. */
const sales = `${paidOrders} UNION ALL ${refundShares}`;
const byDay = (rows: string) =>
	`SELECT time / 86400000 AS day, sum(orders), sum(pieces), sum(cents) FROM (${rows}) GROUP BY 1`;
const byProduct = (rows: string) =>
	`SELECT product_id, sum(orders), sum(pieces), sum(cents) FROM (${rows}) GROUP BY 1`;
// A refund that failed leaves a row of zeros.
const hasSales = "WHERE orders <> 0 OR pieces <> 0 OR revenue_cents <> 0";

type Derived = {
	table: string;
	columns: string;
	/** The rows that the table should have. */
	source: string;
	/** The same in an export from before refunds were counted. */
	sourceBeforeRefunds?: string;
	/** The rows that it has, if these are not the columns. */
	actual?: string;
	/** Statements that add what is missing, if the rows are not computed again. */
	repair?: string[];
};

/** Tables that triggers maintain (the migrations 0007, 0009, 0021, `refunds` and `product_daily_sales`), and the queries that compute their rows from the source tables. */
const derivedTables: Derived[] = [
	{
		table: "daily_sales",
		columns: "day, orders, pieces, revenue_cents",
		source: byDay(sales),
		sourceBeforeRefunds: byDay(paidOrders),
		actual: `SELECT day, orders, pieces, revenue_cents FROM daily_sales ${hasSales}`,
	},
	{
		table: "product_sales",
		columns: "product_id, orders, pieces, revenue_cents",
		source: byProduct(sales),
		sourceBeforeRefunds: byProduct(paidOrders),
		actual: `SELECT product_id, orders, pieces, revenue_cents FROM product_sales ${hasSales}`,
	},
	{
		table: "product_daily_sales",
		columns: "day, product_id, pieces",
		source: `SELECT day, product_id, sum(pieces) FROM (
			SELECT paid_at / 86400000 AS day, product_id, quantity AS pieces FROM orders WHERE paid_at IS NOT NULL
			UNION ALL SELECT created_at / 86400000, product_id, -change FROM stock_movements WHERE reason = 'refund'
		) GROUP BY 1, 2`,
	},
	{
		table: "product_ratings",
		columns: "product_id, stars, reviews",
		source: `SELECT product_id, stars, count(*) FROM reviews
			WHERE product_id IS NOT NULL AND stars IS NOT NULL AND hidden_at IS NULL GROUP BY 1, 2`,
		// The triggers keep rows of zero reviews.
		actual: "SELECT product_id, stars, reviews FROM product_ratings WHERE reviews <> 0",
	},
	{
		table: "product_pictures",
		columns: "img, product_id",
		source: "SELECT DISTINCT value, products.id FROM products, json_each(products.gallery)",
	},
	{
		table: "stock_movements",
		columns: "product_id, stock",
		source: "SELECT id, quantity FROM products",
		actual: stockByMovements,
		// A stock that changed while it was exported (docs/backup.md).
		repair: [
			`INSERT INTO stock_movements (product_id, change, stock_after, reason)
			SELECT product_id, quantity - stock, quantity, 'unknown' FROM (${stockByMovements})
			JOIN products ON products.id = product_id WHERE quantity <> stock`,
		],
	},
];

const differenceQuery = ({
	table,
	columns,
	source,
	actual = `SELECT ${columns} FROM ${table}`,
}: Derived) => `
	WITH expected (${columns}) AS (${source}), actual AS (${actual})
	SELECT count(*) AS rows FROM (
		SELECT * FROM (SELECT * FROM expected EXCEPT SELECT * FROM actual)
		UNION ALL
		SELECT * FROM (SELECT * FROM actual EXCEPT SELECT * FROM expected)
	)`;

/** The export may be older than a table. */
async function findDerivedTables(database: D1Database): Promise<Derived[]> {
	const tables = await database
		.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
		.raw<[string]>();
	const existing = new Set(tables.map(([name]) => name));
	const countsRefunds = existing.has("refund_requests");
	return derivedTables
		.filter(({ table }) => existing.has(table))
		.map(({ sourceBeforeRefunds, ...derived }) =>
			sourceBeforeRefunds && !countsRefunds ? { ...derived, source: sourceBeforeRefunds } : derived,
		);
}

export async function findOutdatedTables(database: D1Database): Promise<string[]> {
	const outdated: string[] = [];
	for (const derived of await findDerivedTables(database)) {
		const rows = await database.prepare(differenceQuery(derived)).first<number>("rows");
		if (rows !== 0) outdated.push(derived.table);
	}
	return outdated;
}

export async function recompute(database: D1Database, tables: string[]): Promise<void> {
	for (const { table, columns, source, repair } of await findDerivedTables(database)) {
		if (!tables.includes(table)) continue;
		const again = [`DELETE FROM ${table}`, `INSERT INTO ${table} (${columns}) ${source}`];
		await database.batch((repair ?? again).map((statement) => database.prepare(statement)));
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
