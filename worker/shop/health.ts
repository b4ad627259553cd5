import { getProductCount } from "./catalogue/read.ts";
import type { Shop } from "./context.ts";

/** @returns true once the database has answered */
export async function isHealthy(shop: Shop): Promise<boolean> {
	await getProductCount(shop);
	return true;
}
