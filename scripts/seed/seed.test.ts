import { existsSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { priceCents, quantityMax } from "#contract/limits.ts";
import { seedProducts } from "./products.ts";
import { seedReviews } from "./reviews.ts";

const site = new URL("../../public", import.meta.url);
const pictureOf = (img: string): URL => new URL(`.${img}`, `${site}/`);
const isOut = (product: (typeof seedProducts)[number]): boolean =>
	product.quantity < product.minimum;

test("the catalogue has 24 products, each with its own stable id, name and picture", () => {
	expect(seedProducts).toHaveLength(24);
	for (const field of ["id", "name", "img"] as const) {
		expect(new Set(seedProducts.map((product) => product[field])).size).toBe(24);
	}
	for (const { id } of [...seedProducts, ...seedReviews]) expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test("exactly two products are out of stock, one of them with nothing left", () => {
	const out = seedProducts.filter(isOut);
	expect(out).toHaveLength(2);
	expect(out.filter((product) => product.quantity === 0)).toHaveLength(1);
	expect(seedProducts.slice(0, 6).filter(isOut)).toEqual([]);
});

test.each(seedProducts)("$name keeps to the limits of the shop", (product) => {
	expect(product.name.length).toBeLessThanOrEqual(120);
	expect(product.description.length).toBeGreaterThan(60);
	expect(product.description.length).toBeLessThanOrEqual(600);
	expect(Number.isInteger(product.priceCents)).toBe(true);
	expect(product.priceCents).toBeGreaterThanOrEqual(priceCents.least);
	expect(product.priceCents).toBeLessThanOrEqual(priceCents.most);
	expect(product.quantity).toBeLessThanOrEqual(quantityMax);
	expect(product.minimum).toBeGreaterThanOrEqual(4);
	expect(product.minimum).toBeLessThanOrEqual(50);
});

test("there are eight reviews by eight people, and no real address among them", () => {
	expect(seedReviews).toHaveLength(8);
	expect(new Set(seedReviews.map(({ id }) => id)).size).toBe(8);
	expect(new Set(seedReviews.map(({ img }) => img)).size).toBe(8);
	for (const { email } of seedReviews) expect(email).toMatch(/@example\.com$/);
});

test.each([...seedProducts, ...seedReviews].map(({ img }) => img))(
	"%s is a small drawing that loads nothing and runs nothing",
	(img) => {
		const file = pictureOf(img);
		expect(existsSync(file)).toBe(true);
		expect(statSync(file).size).toBeLessThanOrEqual(12_288);
		const drawing = readFileSync(file, "utf8");
		const ids = [...drawing.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(drawing).not.toMatch(/<script|<text|<image|href="(?!#)|url\((?!#)/);
		for (const [, used] of drawing.matchAll(/(?:url\(|href=")#([\w-]+)/g))
			expect(ids).toContain(used);
	},
);

test("the chart has twelve months in order", () => {
	const rows: unknown = JSON.parse(readFileSync(new URL("data.json", `${site}/`), "utf8"));
	const month = (name: string): unknown => ({
		month: name,
		sell: expect.any(Number),
		revenue: expect.any(Number),
	});
	const names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
	expect(rows).toEqual(names.map(month));
});
