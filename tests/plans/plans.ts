import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { unpaidLinesMax } from "#contract/limits.ts";
import { migrate } from "../support/local-shop.ts";

const planSchema = v.array(v.object({ detail: v.string() }));
const namesSchema = v.array(v.object({ name: v.string() }));

/** Tables that may be scanned because they stay small: sweep runs are deleted after two days, pending purges once they are done. */
const smallTables = ["sweep_runs", "pending_purges"];

/** Steps that would cost more as tables grow, but are allowed in these statements. */
const exceptions: { statement: RegExp; step: RegExp; reason: string }[] = [
	{
		statement:
			/from "payments" where \("payments"\."id" in \(select "payment_id" from "payment_orders"/,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "an order has few payments",
	},
	{
		statement: /count\(distinct coalesce\("orders"\."checkout_id", "orders"\."id"\)\)/,
		step: /^USE TEMP B-TREE FOR count\(DISTINCT\)$/,
		reason: `an account has at most ${unpaidLinesMax.verified} unpaid orders`,
	},
	{
		statement: /json_each\(/,
		step: /^SCAN (?:json_each|edit|item|price_break) /,
		reason:
			"a gallery has at most eight pictures, a product five price breaks, a list of orders at most 200, an edit at most 100 products",
	},
	{
		statement: /^select (?:"\w+", )?count\(\*\) from "(?:products|orders)" (?:where|group)/,
		step: /^SCAN (?:products|orders) USING (?:COVERING )?INDEX /,
		reason: "products and orders are counted by an index scan (docs/scaling.md)",
	},
	{
		statement: /from "product_documents" where "product_id" = "id" order by "position"/,
		step: /^SCAN \(subquery-\d+\)$/,
		reason: "a product has at most ten documents",
	},
	{
		statement:
			/from "basket_lines" (?:inner join "products" .*|where .* and rowid > \?\) )order by /,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "a basket has at most 200 lines",
	},
	{
		statement: /json_each\(\?\) as item cross join "products" .*match item\.value .* limit 20\)/s,
		step: /^SCAN product_search VIRTUAL TABLE INDEX \d+:M\d+$/,
		reason: "each of at most 200 lines of a quick order reads its twenty newest matches",
	},
	{
		statement: /from "saved_lists?(?:_lines)?" .*order by /,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "a saved list has at most 200 lines, an account at most fifty lists",
	},
	{
		statement: /^select count\(\*\) from "subscribers" where/,
		step: /^SCAN subscribers USING COVERING INDEX subscribers_confirmed$/,
		reason: "the admins' newsletter page counts subscribers by an index scan",
	},
	{
		statement: /from "quote_lines" inner join "products" .* order by "quote_lines"."position"/,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "a quote has at most 100 lines",
	},
	{
		statement: /from "quotes" where \("quotes"\."user_id" = \? and rowid > \?\) order by rowid/,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "only the quotes of one account are sorted, for the download of its data",
	},
	{
		statement: /"next_try_at" is null\)\) "failed" order by "failed"\."created_at" desc limit \?$/,
		step: /^(?:SCAN (?:failed|\(subquery-\d+\))|USE TEMP B-TREE FOR ORDER BY)$/,
		reason: "only emails that have failed are counted and sorted",
	},
	{
		statement: /from "orders" inner join "quotes" on .* order by "orders"\.rowid/,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "a quote has at most 100 orders",
	},
	{
		statement: /from "refund_shares"\s+where \(?"refund_shares"\."(?:payment|order)_id" (?:=|in) /,
		step: /^(?:SCAN (?:division|share VIRTUAL .*|\(subquery-\d+\))|USE TEMP B-TREE FOR .*)$/,
		reason: "a refund is divided among the orders of its payment, and a payment has few refunds",
	},
	{
		statement: /from "addresses" where .* order by /,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "an account has at most twenty addresses",
	},
	{
		statement: /with recursive names/,
		step: /^SCAN names$/,
		reason:
			"orders are searched by the name of each tool, which an index scan reads once (docs/scaling.md)",
	},
	{
		statement: /from "product_daily_sales" where "product_daily_sales"."day" > \?/,
		step: /^(?:USE TEMP B-TREE FOR (?:GROUP|ORDER) BY|SCAN \(subquery-\d+\))$/,
		reason:
			"one range of the index: at most ninety days of each product (docs/decisions/stock-ledger.md)",
	},
	{
		statement: /from "order_mails" inner join "orders" .* group by "order_mails"."kind"/,
		step: /^USE TEMP B-TREE FOR (?:GROUP|ORDER) BY$/,
		reason: "only emails that are due are grouped",
	},
	{
		statement: /from "stock_waiters" where .* group by "stock_waiters"."user_id"/,
		step: /^USE TEMP B-TREE FOR (?:GROUP|ORDER) BY$/,
		reason: "only emails that are due are grouped",
	},
	{
		statement: /\sfrom \(select 1\) (?:where|left join) /,
		step: /^SCAN \(subquery-\d+\)$/,
		reason: "the subquery has one row",
	},
	{
		statement: / from \(select \? as tag union all select \?\) where /,
		step: /^SCAN \(subquery-\d+\)$/,
		reason: "the subquery has two rows",
	},
];

/** Subqueries with a LIMIT, which bounds the rows that a scan reads. */
const limitedSubqueries = [
	"candidates",
	"found",
	"name_matches",
	"text_matches",
	"sold",
	"listed",
	"numbered",
	"by_key",
	"by_digits",
];

/** Creates an empty shop's database, and functions that ask SQLite how it would execute a statement. */
export function createPlanner() {
	const sqlite = new DatabaseSync(":memory:");
	migrate(sqlite);

	const explain = (statement: string): string[] =>
		v
			.parse(planSchema, sqlite.prepare(`explain query plan ${statement}`).all())
			.map(({ detail }) => detail);

	/** @returns the columns of the statement's result */
	const getColumns = (statement: string): string[] =>
		sqlite
			.prepare(statement)
			.columns()
			.map(({ name }) => name);

	/**
	 * Lists the indexes of the schema, except those that no plan shows: SQLite uses the indexes of foreign keys only when a parent row is
	 * deleted, and `stock_movements_order` only ensures that an order takes its pieces once.
	 */
	function listIndexes(): string[] {
		const rows = sqlite
			.prepare(
				`select name from sqlite_schema where type = 'index' and sql is not null and name <> 'stock_movements_order' and not exists (
					select 1 from pragma_foreign_key_list(tbl_name) as key
					where key."from" = (select name from pragma_index_info(sqlite_schema.name) where seqno = 0))`,
			)
			.all();
		return v.parse(namesSchema, rows).map(({ name }) => name);
	}

	/** @returns the result of `run` while the index is dropped */
	function withoutIndex<Result>(index: string, run: () => Result): Result {
		sqlite.exec(`savepoint dropped; drop index ${index}`);
		const result = run();
		sqlite.exec("rollback to dropped; release dropped");
		return result;
	}

	return { explain, getColumns, listIndexes, withoutIndex, close: () => sqlite.close() };
}

/** Returns whether a step reads an entire table. An index scan that stops at a LIMIT does not count. */
function isFullScan(statement: string, step: string): boolean {
	const [, table = "", index] = /^SCAN (\S+)( USING (?:COVERING )?INDEX)?/.exec(step) ?? [];
	if (table === "" || table === "CONSTANT" || smallTables.includes(table)) return false;
	if (limitedSubqueries.includes(table)) return false;
	if (/ VIRTUAL TABLE INDEX \d+:M\d+$/.test(step)) {
		return !/ match \? order by rowid desc limit \?/.test(statement);
	}
	return !(index && / limit \?/.test(statement));
}

/** Returns the index of the first step after a search has read its candidates. Later steps process at most `toolResultsMax` rows. */
const findEndOfCandidates = (statement: string, plan: string[]): number =>
	/ "candidates" /.test(statement)
		? plan.findIndex((step) => /^SCAN \(subquery-\d+\)$/.test(step))
		: plan.length;

/** @returns the steps of a plan whose cost grows with the tables */
export const getGrowingSteps = (statement: string, plan: string[]): string[] =>
	plan
		.slice(0, findEndOfCandidates(statement, plan))
		.filter(
			(step) =>
				(isFullScan(statement, step) || step.startsWith("USE TEMP B-TREE")) &&
				!exceptions.some(
					(exception) => exception.statement.test(statement) && exception.step.test(step),
				),
		);
