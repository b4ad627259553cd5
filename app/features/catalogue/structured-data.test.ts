import { expect, test } from "vitest";
import { productData } from "./structured-data.ts";

test("omits a picture with an invalid URL", () => {
	const product = {
		id: "t1",
		name: "Ratchet",
		description: "Turns.",
		priceCents: 100,
		quantity: 9,
		minimum: 1,
		img: "https://[",
		gallery: ["/pictures/a.webp", "https://a:99999/x.png"],
		category: "other",
		specification: [],
		ratings: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
	};
	const page = { product, reviews: [] } as unknown as Parameters<typeof productData>[0];
	expect(productData(page, "https://shop.test").image).toEqual([
		"https://shop.test/pictures/a.webp",
	]);
});
