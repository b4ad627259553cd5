import { shopName } from "#contract/shop.ts";

const defaultDescription =
	"Car repair tools by the dozen for garages, fleets and resellers: a price per piece, a minimum order and a stock count you can trust.";

/** @param title - title without the shop's name; null if the shop's name is the whole title */
export const pageMeta = (
	title: string | null,
	description: string = defaultDescription,
	kind: "website" | "product" = "website",
) => {
	const fullTitle = title === null ? shopName : `${title} – ${shopName}`;
	return [
		{ title: fullTitle },
		{ name: "description", content: description },
		{ property: "og:site_name", content: shopName },
		{ property: "og:type", content: kind },
		{ property: "og:title", content: fullTitle },
		{ property: "og:description", content: description },
		{ name: "twitter:card", content: "summary_large_image" },
	];
};

export const jsonLd = (data: object) => ({ "script:ld+json": data });
