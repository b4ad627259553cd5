import { documentPath } from "#contract/documents.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { parseUrl } from "#contract/parse-url.ts";
import { getPriceSteps, type PriceBreak } from "#contract/price-breaks.ts";
import { parseStars, summarizeRatings } from "#contract/ratings.ts";
import { shopName } from "#contract/shop.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { ProductPage } from "#worker/shop/catalogue/home-and-product-pages.ts";
import { getBreadcrumbs } from "./product/product-body.tsx";

/* All types are those that Google documents for JSON-LD. Google reads a rating without a scale as 1 to 5. React Router escapes `<`. */

const vocabulary = "https://schema.org";

const buildReview = ({ name, review, ratings, createdAt }: ProductPage["reviews"][number]) => ({
	"@type": "Review",
	author: { "@type": "Person", name },
	datePublished: createdAt.toISOString().slice(0, 10),
	reviewBody: review,
	...(parseStars(ratings) !== null && {
		reviewRating: { "@type": "Rating", ratingValue: parseStars(ratings) },
	}),
});

/** Lists the unit price of each range of order quantities (schema.org, eligibleQuantity). */
const buildPriceSpecification = (steps: PriceBreak[]) =>
	steps.map(([minValue, cents], index) => {
		const nextMin = steps[index + 1]?.[0];
		return {
			"@type": "UnitPriceSpecification",
			price: dollarsFromCents(cents).toFixed(2),
			priceCurrency: "USD",
			eligibleQuantity: {
				"@type": "QuantitativeValue",
				minValue,
				...(nextMin !== undefined && { maxValue: nextMin - 1 }),
			},
		};
	});

export function buildProductData({ product, reviews }: ProductPage, origin: string) {
	const priceSteps = getPriceSteps(product);
	const pictures = [product.img, ...product.gallery].map((img) => parseUrl(img, origin));
	const ratings = summarizeRatings(product.ratings);
	return {
		"@context": vocabulary,
		"@type": "Product",
		name: product.name,
		description: product.description,
		sku: product.partNumber ?? product.id,
		...(product.partNumber && { mpn: product.partNumber }),
		image: pictures.flatMap((url) => url?.href ?? []),
		offers: {
			"@type": "Offer",
			url: new URL(`/tools/${product.id}`, origin).href,
			price: dollarsFromCents(priceSteps[0][1]).toFixed(2),
			priceCurrency: "USD",
			availability: `${vocabulary}/${isOutOfStock(product) ? "OutOfStock" : "InStock"}`,
			itemCondition: `${vocabulary}/NewCondition`,
			eligibleQuantity: { "@type": "QuantitativeValue", minValue: product.minimum },
			...(priceSteps.length > 1 && { priceSpecification: buildPriceSpecification(priceSteps) }),
			seller: { "@type": "Organization", name: shopName },
		},
		...(product.documents.length > 0 && {
			subjectOf: product.documents.map(({ key, title }) => ({
				"@type": "DigitalDocument",
				name: title,
				encodingFormat: "application/pdf",
				url: new URL(documentPath(key, title), origin).href,
			})),
		}),
		...(ratings && {
			aggregateRating: {
				"@type": "AggregateRating",
				ratingValue: Number(ratings.average.toFixed(2)),
				ratingCount: ratings.count,
			},
		}),
		...(reviews.length > 0 && { review: reviews.map(buildReview) }),
	};
}

export const buildBreadcrumbData = (product: ProductPage["product"], origin: string) => ({
	"@context": vocabulary,
	"@type": "BreadcrumbList",
	itemListElement: getBreadcrumbs(product).map(({ label, path }, index) => ({
		"@type": "ListItem",
		position: index + 1,
		name: label,
		item: new URL(path, origin).href,
	})),
});

export const buildShopData = (origin: string) => [
	{
		"@context": vocabulary,
		"@type": "Organization",
		name: shopName,
		url: origin,
		logo: new URL("/icons/icon-512.png", origin).href,
	},
	{
		"@context": vocabulary,
		"@type": "WebSite",
		name: shopName,
		url: origin,
		potentialAction: {
			"@type": "SearchAction",
			target: { "@type": "EntryPoint", urlTemplate: `${origin}/tools?q={search_term_string}` },
			"query-input": "required name=search_term_string",
		},
	},
];
