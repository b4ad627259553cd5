import { existsSync, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import * as v from "valibot";
import { expect, test } from "vitest";
import { priceCentsLimits, quantityMax } from "#contract/limits.ts";
import { specification } from "#contract/schemas/specification.ts";
import { seedProducts, seedReviews } from "./rows.ts";

const publicFolder = new URL("../../public", import.meta.url);
const getPictureUrl = (img: string): URL => new URL(`.${img}`, `${publicFolder}/`);
const isOutOfStock = (product: (typeof seedProducts)[number]): boolean =>
	product.quantity < product.minimum;

test("every product has a unique id, name, part number and picture", () => {
	for (const field of ["id", "name", "partNumber", "img"] as const) {
		expect(new Set(seedProducts.map((product) => product[field])).size).toBe(seedProducts.length);
	}
	for (const { id } of [...seedProducts, ...seedReviews]) expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test.each(seedProducts.flatMap(({ img, gallery }) => [img, ...gallery]))(
	"%s exists in every width and format and is small enough for phones",
	async (img) => {
		for (const width of [400, 800, 1200]) {
			for (const format of ["avif", "webp"]) {
				const file = `public${img.replace("800.webp", `${width}.${format}`)}`;
				const { size } = await stat(file);
				expect(size, file).toBeLessThan(width === 400 ? 40_000 : 100_000);
			}
		}
	},
);

test("exactly two products are out of stock, one of them with no pieces left", () => {
	const outOfStock = seedProducts.filter(isOutOfStock);
	expect(outOfStock).toHaveLength(2);
	expect(outOfStock.filter((product) => product.quantity === 0)).toHaveLength(1);
	expect(seedProducts.slice(0, 6).filter(isOutOfStock)).toEqual([]);
});

test.each(seedProducts)("$name is within the limits of the shop", (product) => {
	expect(product.name.length).toBeLessThanOrEqual(120);
	expect(product.description.length).toBeGreaterThan(60);
	expect(product.description.length).toBeLessThanOrEqual(600);
	expect(Number.isInteger(product.priceCents)).toBe(true);
	expect(product.priceCents).toBeGreaterThanOrEqual(priceCentsLimits.min);
	expect(product.priceCents).toBeLessThanOrEqual(priceCentsLimits.max);
	expect(product.quantity).toBeLessThanOrEqual(quantityMax);
	expect(product.minimum).toBeGreaterThanOrEqual(4);
	expect(product.minimum).toBeLessThanOrEqual(50);
});

test.each(seedProducts)(
	"$name has a specification that the form accepts",
	({ specification: rows }) => {
		expect(rows.length).toBeGreaterThanOrEqual(5);
		expect(rows.length).toBeLessThanOrEqual(9);
		expect(v.parse(specification, rows)).toEqual(rows);
		expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
	},
);

const numberWords: Record<string, RegExp> = {
	1: /\bone\b/i,
	2: /\b(?:pair|two|one long and one short)\b/i,
	4: /\bfour\b/i,
	5: /\bfive\b/i,
	6: /\bsix\b/i,
	10: /\bten\b/i,
	12: /\btwelve\b/i,
	20: /\btwenty\b/i,
};

test.each(seedProducts)(
	"every figure in the specification of $name is also in its name or description",
	({ name, description, specification: rows }) => {
		const text = `${name} ${description}`;
		const figures = rows.flatMap(([, value]) => value.match(/\d+(?:[.,]\d+)*/g) ?? []);
		expect(
			figures.filter((figure) => !text.includes(figure) && !numberWords[figure]?.test(text)),
		).toEqual([]);
	},
);

test("every reviewed product exists", () => {
	const ids = seedProducts.map(({ id }) => id);
	const reviewedIds = seedReviews.flatMap(({ productId }) => productId ?? []);
	expect(reviewedIds.length).toBeGreaterThan(4);
	for (const id of reviewedIds) expect(ids).toContain(id);
});

test("the eight reviews are by different people with example.com addresses", () => {
	expect(seedReviews).toHaveLength(8);
	expect(new Set(seedReviews.map(({ id }) => id)).size).toBe(8);
	expect(new Set(seedReviews.map(({ img }) => img)).size).toBe(8);
	for (const { email } of seedReviews) expect(email).toMatch(/@example\.com$/);
});

test.each(seedReviews.map(({ img }) => img))(
	"%s is a small drawing without scripts or external resources",
	(img) => {
		const file = getPictureUrl(img);
		expect(existsSync(file)).toBe(true);
		expect(statSync(file).size).toBeLessThanOrEqual(12_288);
		const svg = readFileSync(file, "utf8");
		const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(svg).not.toMatch(/<script|<text|<image|href="(?!#)|url\((?!#)/);
		for (const [, usedId] of svg.matchAll(/(?:url\(|href=")#([\w-]+)/g))
			expect(ids).toContain(usedId);
	},
);

test("the sales chart has twelve months in order", () => {
	const rows: unknown = JSON.parse(readFileSync(new URL("data.json", `${publicFolder}/`), "utf8"));
	const createMonth = (name: string): unknown => ({
		month: name,
		sell: expect.any(Number),
		revenue: expect.any(Number),
	});
	const names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
	expect(rows).toEqual(names.map(createMonth));
});
