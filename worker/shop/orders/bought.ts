import { and, eq, isNotNull } from "drizzle-orm";
import { boughtTools } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { newestFirst } from "../listing.ts";

/**
 * @returns the tools that a shopper has paid for, each once, the last bought first: of their newest 200 paid orders
 * @throws ShopError 401, 403 for admins
 */
export async function listBoughtTools(shop: Shop): Promise<{ id: string; name: string }[]> {
	const { id: userId } = requireCapability(shop, "reviews:write");
	const rows = await shop.db
		.select({ id: orders.productId, name: orders.toolName })
		.from(orders)
		.where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)))
		.orderBy(...newestFirst(orders))
		.limit(boughtTools);
	const names = new Map<string, string>();
	for (const { id, name } of rows) if (!names.has(id)) names.set(id, name);
	return Array.from(names, ([id, name]) => ({ id, name }));
}
