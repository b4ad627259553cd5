import { expect, test } from "vitest";
import { buildProductData } from "./structured-data.ts";

const product = {
	id: "t1",
	name: "Ratchet",
	description: "Turns.",
	priceCents: 100,
	priceBreaks: [
		[50, 90],
		[100, 85],
	],
	orderMultiple: 1,
	quantity: 9,
	minimum: 1,
	img: "https://[",
	gallery: ["/pictures/a.webp", "https://a:99999/x.png"],
	category: "other",
	specification: [],
	documents: [{ key: `${"a".repeat(64)}.pdf`, title: "Data sheet", bytes: 1_000 }],
	ratings: { 4.5: 1 },
} as const;
const review = { name: "Tom", review: "Good.", createdAt: new Date(0) };
const reviews = ["4.5", "11"].map((ratings) => ({ ...review, ratings }));
const page = { product, reviews } as unknown as Parameters<typeof buildProductData>[0];
const data = buildProductData(page, "https://shop.test");

test("omits a picture with an invalid URL", () => {
	expect(data.image).toEqual(["https://shop.test/pictures/a.webp"]);
});

test("lists the price of each quantity range", () => {
	expect(data.offers).toMatchObject({
		price: "1.00",
		priceSpecification: [
			{ price: "1.00", eligibleQuantity: { minValue: 1, maxValue: 49 } },
			{ price: "0.90", eligibleQuantity: { minValue: 50, maxValue: 99 } },
			{ price: "0.85", eligibleQuantity: { minValue: 100 } },
		],
	});
});

test("keeps ratings from 1 to 5 unchanged and omits all others", () => {
	expect(data.aggregateRating).toMatchObject({ ratingValue: 4.5, ratingCount: 1 });
	expect(data.review?.map(({ reviewRating }) => reviewRating?.ratingValue)).toEqual([
		4.5,
		undefined,
	]);
});

test("lists each document with its URL", () => {
	expect(data.subjectOf).toEqual([
		{
			"@type": "DigitalDocument",
			name: "Data sheet",
			encodingFormat: "application/pdf",
			url: `https://shop.test/documents/${"a".repeat(64)}/data-sheet.pdf`,
		},
	]);
});
