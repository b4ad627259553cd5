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
	/** The staff member; null for customers, the sweep and deleted accounts. */
	email: users.email,
};

const selectMovements = ({ db }: ShopContext) =>
	db.select(columns).from(stockMovements).leftJoin(users, eq(users.id, stockMovements.userId));

/** Also finds a deleted product. */
async function requireStock(shop: ShopContext, productId: string) {
	requireCapability(shop, "products:write");
	const { name, quantity } = products;
	const isProduct = eq(products.id, productId);
	const product = await shop.db.select({ name, quantity }).from(products).where(isProduct).get();
	if (!product) throw new ShopError("product_not_found");
	return product;
}

type HistoryView = Pick<TableView, "page"> & { reason: StockReason | null };

/** Newest first. @throws ShopError 401, 403, 404 */
export async function getStockHistoryPage(shop: ShopContext, productId: string, view: HistoryView) {
	const product = await requireStock(shop, productId);
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

/** The newest 500, or the newest before the cursor, newest first. @throws ShopError 401, 403, 404 */
export async function listStockMovements(shop: ShopContext, productId: string, cursor?: Cursor) {
	await requireStock(shop, productId);
	const isBefore = cursor && lt(stockMovements.id, Number(cursor.id) || 0);
	return readList(
		selectMovements(shop)
			.where(and(eq(stockMovements.productId, productId), isBefore))
			.orderBy(desc(stockMovements.id)),
	);
}
