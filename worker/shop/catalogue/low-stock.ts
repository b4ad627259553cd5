import { and, asc, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { CategorySlug } from "#contract/categories.ts";
import { byteOrderMark, formatCsvRecord } from "#contract/csv.ts";
import { listMax } from "#contract/limits.ts";
import type { ReorderPeriods } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { productDailySales, products, stockAlerts } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { contains, noCase, readPage, type TableView } from "../list-queries.ts";
import { toDayNumber } from "../overview/sales.ts";

type LowStockView = TableView & ReorderPeriods & { category: CategorySlug | null };

/** The number of days whose sales are read. */
const salesDaysMax = 90;

/**
 * Selects each product that was sold in the last 90 days or cannot be ordered. Negative sums count as 0, because a refund may restock more
 * pieces than were sold.
 */
function selectSoldOrOutOfStock(today: number): SQL {
	const { day, pieces, productId } = productDailySales;
	const isRecent = sql`${day} > ${today - 30}`;
	return sql`(select id, max(sum(recent), 0) as last_30, max(sum(pieces), 0) as last_90 from (
		select ${productId} as id, case when ${isRecent} then ${pieces} else 0 end as recent, ${pieces} as pieces
		from ${productDailySales} where ${day} > ${today - salesDaysMax}
		union all
		select ${products.id}, 0, 0 from ${products}
		where ${isNull(products.deletedAt)} and ${products.quantity} / ${products.minimum} < 1
	) group by id) as sold`;
}

const sold30 = sql<number>`sold.last_30`;
const sold90 = sql<number>`sold.last_90`;

/** Selects products to reorder: first those that are out of stock, then those that sell out soonest. */
function selectLowStock(
	{ db }: ShopContext,
	{ weeks, days }: ReorderPeriods,
	now: Date,
	...where: (SQL | undefined)[]
) {
	const { id, name, partNumber, quantity, minimum } = products;
	const sold = days === "30" ? sold30 : sold90;
	const [daysToCover, salesPeriod] = [sql.raw(String(Number(weeks) * 7)), sql.raw(days)];
	const needed = sql`max((${sold} * ${daysToCover} + ${salesPeriod} - 1) / ${salesPeriod}, ${minimum})`;
	const daysLeft = sql<
		number | null
	>`case when ${sold} > 0 then ${quantity} * ${salesPeriod} / ${sold} end`;
	const canBeOrdered = sql`${quantity} >= ${minimum}`;
	return db
		.select({
			id,
			name,
			partNumber,
			quantity,
			minimum,
			sold30: sold30.as("sold_30"),
			sold90: sold90.as("sold_90"),
			daysLeft: daysLeft.as("days_left"),
			waiting: db.$count(stockAlerts, eq(stockAlerts.productId, id)).as("waiting"),
			reorder: sql<number>`${needed} - ${quantity}`.as("reorder"),
		})
		.from(selectSoldOrOutOfStock(toDayNumber(now)))
		.innerJoin(products, eq(id, sql`sold.id`))
		.where(and(isNull(products.deletedAt), lt(quantity, needed), ...where))
		.orderBy(
			asc(canBeOrdered),
			asc(sql`${daysLeft} is null`),
			asc(daysLeft),
			desc(sold),
			asc(noCase(name)),
			asc(id),
		);
}

function selectFilteredLowStock(
	shop: ShopContext,
	{ search, category, ...periods }: LowStockView,
	now: Date,
) {
	requireCapability(shop, "products:write");
	const isMatch = search
		? or(contains(products.name, search), contains(products.partNumber, search))
		: undefined;
	const isInCategory = category ? eq(products.category, category) : undefined;
	return selectLowStock(shop, periods, now, isMatch, isInCategory);
}

/**
 * Lists products that cannot be ordered, or whose stock sells out within `weeks`.
 * @throws ShopError 401, 403
 */
export const getLowStockPage = async (shop: ShopContext, view: LowStockView, now = new Date()) =>
	readPage(selectFilteredLowStock(shop, view, now), view.page);

export type LowStockRow = Awaited<ReturnType<typeof getLowStockPage>>["rows"][number];

/**
 * Lists the first 500 products to reorder.
 * @throws ShopError 401, 403
 */
export async function listLowStock(
	shop: ShopContext,
	periods: ReorderPeriods,
): Promise<LowStockRow[]> {
	requireCapability(shop, "products:write");
	return selectLowStock(shop, periods, new Date()).limit(listMax);
}

/** More lines than an order to a supplier ever has. */
const csvRowsMax = 5_000;

const csvColumns: [heading: string, cell: (row: LowStockRow) => string | number][] = [
	["Part number", ({ partNumber }) => partNumber ?? ""],
	["Tool", ({ name }) => name],
	["Suggested reorder", ({ reorder }) => reorder],
	["In stock", ({ quantity }) => quantity],
	["Minimum order", ({ minimum }) => minimum],
	["Sold in 30 days", ({ sold30 }) => sold30],
	["Sold in 90 days", ({ sold90 }) => sold90],
	["Days left", ({ daysLeft }) => daysLeft ?? ""],
	["Tool id", ({ id }) => id],
];

/**
 * Creates a CSV file for the supplier (RFC 4180, UTF-8 with a byte order mark).
 * @throws ShopError 401, 403
 */
export async function exportLowStock(shop: ShopContext, view: LowStockView): Promise<string> {
	const rows = await selectFilteredLowStock(shop, view, new Date()).limit(csvRowsMax);
	const records = rows.map((row) => csvColumns.map(([, cell]) => cell(row)));
	return (
		byteOrderMark +
		[csvColumns.map(([heading]) => heading), ...records].map(formatCsvRecord).join("")
	);
}
