import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { migrate } from "../support/local-shop.ts";

const planSchema = v.array(v.object({ detail: v.string() }));
const namesSchema = v.array(v.object({ name: v.string() }));

/** The tables that do not grow with the shop: of the sweep's runs those of two days are kept, of tags those that are not purged yet. */
const smallTables = ["sweep_runs", "pending_purges"];

/** What a plan may not do, unless it is named here with the reason. */
const exceptions: { statement: RegExp; step: RegExp; reason: string }[] = [
	{
		statement: /from "payments" where \("payments"\."order_id" = \?/,
		step: /^USE TEMP B-TREE FOR ORDER BY$/,
		reason: "the payments of one order are a handful",
	},
	{
		statement: /json_each\(/,
		step: /^SCAN json_each /,
		reason: "a gallery is eight pictures at most",
	},
	{
		statement: /^select (?:"\w+", )?count\(\*\) from "(?:products|orders)" (?:where|group)/,
		step: /^SCAN (?:products|orders) USING (?:COVERING )?INDEX /,
		reason: "products and orders are counted along an index (docs/scaling.md)",
	},
	{
		statement: / from \(select 1\) where /,
		step: /^SCAN \(subquery-\d+\)$/,
		reason: "it is one row",
	},
];

/** Subqueries with a LIMIT of their own, so scanning them is bounded. */
const windows = ["candidates", "found", "name_matches", "text_matches", "sold", "listed"];

/** An empty shop's database, to ask how SQLite would run a statement. */
export function createPlanner() {
	const sqlite = new DatabaseSync(":memory:");
	migrate(sqlite);

	const explain = (statement: string): string[] =>
		v
			.parse(planSchema, sqlite.prepare(`explain query plan ${statement}`).all())
			.map(({ detail }) => detail);

	/** @returns the columns of its answer */
	const columnsOf = (statement: string): string[] =>
		sqlite
			.prepare(statement)
			.columns()
			.map(({ name }) => name);

	/** Indexes that we made, but those that a foreign key needs when its parent goes, which no plan shows. */
	function indexes(): string[] {
		const made = sqlite
			.prepare(
				`select name from sqlite_schema where type = 'index' and sql is not null and not exists (
					select 1 from pragma_foreign_key_list(tbl_name) as key
					where key."from" = (select name from pragma_index_info(sqlite_schema.name) where seqno = 0))`,
			)
			.all();
		return v.parse(namesSchema, made).map(({ name }) => name);
	}

	/** @returns what `look` finds while an index is missing */
	function without<Found>(index: string, look: () => Found): Found {
		sqlite.exec(`savepoint missing; drop index ${index}`);
		const found = look();
		sqlite.exec("rollback to missing; release missing");
		return found;
	}

	return { explain, columnsOf, indexes, without, close: () => sqlite.close() };
}

/** A walk along an index that ends after so many rows is a page; without an end, or without an index, it is everything. */
function isScan(statement: string, step: string): boolean {
	const [, table = "", index] = /^SCAN (\S+)( USING (?:COVERING )?INDEX)?/.exec(step) ?? [];
	if (table === "" || table === "CONSTANT" || smallTables.includes(table)) return false;
	if (windows.includes(table)) return false;
	if (/ VIRTUAL TABLE INDEX \d+:M\d+$/.test(step)) {
		return !/ match \? order by rowid desc limit \?/.test(statement);
	}
	return !(index && / limit \?/.test(statement));
}

/** What comes after the candidates of a search were read: at most toolsMax are counted and sorted. */
const afterCandidates = (statement: string, plan: string[]): number =>
	/ "candidates" /.test(statement)
		? plan.findIndex((step) => /^SCAN \(subquery-\d+\)$/.test(step))
		: plan.length;

/** @returns the steps of a plan that cost more the more rows there are */
export const growingSteps = (statement: string, plan: string[]): string[] =>
	plan
		.slice(0, afterCandidates(statement, plan))
		.filter(
			(step) =>
				(isScan(statement, step) || step.startsWith("USE TEMP B-TREE")) &&
				!exceptions.some((known) => known.statement.test(statement) && known.step.test(step)),
		);
