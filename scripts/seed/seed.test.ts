import { existsSync, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import * as v from "valibot";
import { expect, test } from "vitest";
import { priceCents, quantityMax } from "#contract/limits.ts";
import { specification } from "#contract/schemas/specification.ts";
import { seedProducts, seedReviews } from "./rows.ts";

const site = new URL("../../public", import.meta.url);
const pictureOf = (img: string): URL => new URL(`.${img}`, `${site}/`);
const isOut = (product: (typeof seedProducts)[number]): boolean =>
	product.quantity < product.minimum;

test("each product of the catalogue has a stable id, name and picture of its own", () => {
	for (const field of ["id", "name", "img"] as const) {
		expect(new Set(seedProducts.map((product) => product[field])).size).toBe(seedProducts.length);
	}
	for (const { id } of [...seedProducts, ...seedReviews]) expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test.each(seedProducts.flatMap(({ img, gallery }) => [img, ...gallery]))(
	"%s is there in every width and format, small enough for a phone",
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
	expect(product.priceCents).toBeGreaterThanOrEqual(priceCents.min);
	expect(product.priceCents).toBeLessThanOrEqual(priceCents.max);
	expect(product.quantity).toBeLessThanOrEqual(quantityMax);
	expect(product.minimum).toBeGreaterThanOrEqual(4);
	expect(product.minimum).toBeLessThanOrEqual(50);
});

test.each(seedProducts)(
	"$name has a specification that a form would take",
	({ specification: rows }) => {
		expect(rows.length).toBeGreaterThanOrEqual(5);
		expect(rows.length).toBeLessThanOrEqual(9);
		expect(v.parse(specification, rows)).toEqual(rows);
		expect(new Set(rows.map(([name]) => name)).size).toBe(rows.length);
	},
);

const inWords: Record<string, RegExp> = {
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
	"the specification of $name says no figure that it does not",
	({ name, description, specification: rows }) => {
		const said = `${name} ${description}`;
		const figures = rows.flatMap(([, value]) => value.match(/\d+(?:[.,]\d+)*/g) ?? []);
		expect(
			figures.filter((figure) => !said.includes(figure) && !inWords[figure]?.test(said)),
		).toEqual([]);
	},
);

test("reviews are about tools of the catalogue", () => {
	const ids = seedProducts.map(({ id }) => id);
	const about = seedReviews.flatMap(({ productId }) => productId ?? []);
	expect(about.length).toBeGreaterThan(4);
	for (const id of about) expect(ids).toContain(id);
});

test("there are eight reviews by eight people, and no real address among them", () => {
	expect(seedReviews).toHaveLength(8);
	expect(new Set(seedReviews.map(({ id }) => id)).size).toBe(8);
	expect(new Set(seedReviews.map(({ img }) => img)).size).toBe(8);
	for (const { email } of seedReviews) expect(email).toMatch(/@example\.com$/);
});

test.each(seedReviews.map(({ img }) => img))(
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
