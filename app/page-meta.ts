import { shopName } from "#contract/shop.ts";

const about =
	"Car repair tools by the dozen for garages, fleets and resellers: a price per piece, a minimum order and a stock count you can trust.";

/**
 * Title and description of a page, for its `meta`.
 * @param title without the shop's name; null for the name alone
 * @param description for search engines; that of the shop unless told otherwise
 */
export const pageMeta = (title: string | null, description: string = about) => [
	{ title: title === null ? shopName : `${title} – ${shopName}` },
	{ name: "description", content: description },
];
