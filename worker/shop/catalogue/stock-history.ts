import { and, desc, eq, lt, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Cursor } from "#contract/schemas/cursor.ts";
import type { StockReason } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { products, stockMovements, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { readList, readPage, type TableView } from "../list-queries.ts";

const { orderId, change, stockAfter, reason, note, createdAt } = stockMovements;

const columns = {
	/** As text, because the ID in a cursor is text. */
	id: sql<string>`cast(${stockMovements.id} as text)`.as("movement_id"),
	orderId,
	change,
	stockAfter,
	reason,
	note,
	createdAt,
	/** Email of the staff member; null for customers, the sweep, and deleted accounts. */
	email: users.email,
};

const selectMovements = ({ db }: ShopContext) =>
	db.select(columns).from(stockMovements).leftJoin(users, eq(users.id, stockMovements.userId));

/** Returns the name and stock of a product, even if it is deleted. */
async function requireProductStock(shop: ShopContext, productId: string) {
	requireCapability(shop, "products:write");
	const { name, quantity } = products;
	const matchesProduct = eq(products.id, productId);
	const product = await shop.db
		.select({ name, quantity })
		.from(products)
		.where(matchesProduct)
		.get();
	if (!product) throw new ShopError("product_not_found");
	return product;
}

type HistoryView = Pick<TableView, "page"> & { reason: StockReason | null };

/**
 * Lists a page of stock movements, newest first.
 * @throws ShopError 401, 403, 404
 */
export async function getStockHistoryPage(shop: ShopContext, productId: string, view: HistoryView) {
	const product = await requireProductStock(shop, productId);
	const query = selectMovements(shop)
		.where(
			and(
				eq(stockMovements.productId, productId),
				view.reason ? eq(stockMovements.reason, view.reason) : undefined,
			),
		)
		.orderBy(desc(stockMovements.id));
	return { product, ...(await readPage(query, view.page)) };
}

export type StockMovement = Awaited<ReturnType<typeof getStockHistoryPage>>["rows"][number];

/**
 * Lists the newest 500 stock movements, or the newest 500 before the cursor.
 * @throws ShopError 401, 403, 404
 */
export async function listStockMovements(shop: ShopContext, productId: string, cursor?: Cursor) {
	await requireProductStock(shop, productId);
	const isBefore = cursor && lt(stockMovements.id, Number(cursor.id) || 0);
	return readList(
		selectMovements(shop)
			.where(and(eq(stockMovements.productId, productId), isBefore))
			.orderBy(desc(stockMovements.id)),
	);
}
