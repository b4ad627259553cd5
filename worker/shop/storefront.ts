import { homeReviews, pageSize } from "#contract/limits.ts";
import { sendTogether } from "#worker/db/prepared.ts";
import { productCount, productPage } from "./catalogue/read.ts";
import type { Shop } from "./context.ts";
import { latestReviews } from "./reviews/read.ts";

/**
 * Everything the home page shows, in one round trip to the database.
 * @param page of the product grid, from 0
 * @returns products of the page, how many pages there are, the newest 3 reviews
 */
export async function getHome(shop: Shop, page: number) {
	const [products, count, reviews] = await sendTogether(
		shop.db,
		productPage(shop, page, pageSize),
		productCount(shop.db),
		latestReviews(shop.db, { most: homeReviews }),
	);
	return { products, pages: Math.ceil((count[0]?.value ?? 0) / pageSize), reviews };
}
