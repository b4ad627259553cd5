import { homeReviews, pageSize } from "#contract/limits.ts";
import { sendTogether } from "#worker/db/prepared.ts";
import { senderOf } from "#worker/services/mail.ts";
import { countedProductPage, getProductCount } from "./catalogue/read.ts";
import type { Shop } from "./context.ts";
import { latestReviews } from "./reviews/read.ts";

/**
 * Everything the home page shows, in one round trip to the database; a page after the last one takes a second, to
 * learn how many there are.
 * @param page of the product grid, from 0
 * @returns products of the page, how many pages there are, the newest 3 reviews, the address that customers write to
 */
export async function getHome(shop: Shop, page: number) {
	const [rows, reviews] = await sendTogether(
		shop.db,
		countedProductPage(shop, page, pageSize),
		latestReviews(shop.db, { most: homeReviews }),
	);
	if (page > 0 && rows.length === 0) shop.edge.mayKeep = false;
	const products = rows.map(({ listed: _, ...product }) => product);
	const listed = rows[0]?.listed ?? (await getProductCount(shop));
	const contact = senderOf(shop.env.MAIL_FROM).email;
	return { products, pages: Math.ceil(listed / pageSize), reviews, contact };
}
