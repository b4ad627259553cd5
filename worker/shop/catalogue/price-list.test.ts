import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { parseInput } from "#contract/parse.ts";
import type { PriceBreak } from "#contract/price-breaks.ts";
import { productSchema, productUpdateSchema } from "#contract/schemas/products.ts";
import { auditLog, importRows, products } from "#worker/db/schema.ts";
import { apply, upload } from "../../../tests/support/local-imports.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { requireImport } from "../imports/read.ts";
import { changeProducts } from "./change-many.ts";
import { addProduct, updateProduct } from "./edit.ts";
import { exportProducts } from "./export.ts";

const breaks: PriceBreak[] = [
	[60, 460],
	[120, 430],
];

async function createFixture() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const admin = await local.addAccount("admin");
	const shop = local.createContext(admin);
	const id = await local.addProduct(600, 12);
	const prices = { priceCents: 500, orderMultiple: 12, priceBreaks: breaks };
	await shop.db.update(products).set({ ...prices, partNumber: "P-1" });
	const read = () => shop.db.select().from(products).where(eq(products.id, id)).get();
	const edit = { description: "Made for one test.", quantity: 600, minimum: 12, priceCents: 500 };
	return { shop, id, read, edit };
}

const form = { decreption: "Words.", quantity: "600", minimum: "12", price: "5.00" };
const emptyRow = { quantity: "", price: " " };

test("ignores a form's empty rows, and names the row of each issue", () => {
	const rows = [emptyRow, { quantity: "60", price: "4.60" }, emptyRow];
	const read = (priceBreaks: unknown, orderMultiple = "12") =>
		parseInput(productUpdateSchema, { ...form, priceBreaks, orderMultiple });
	expect(read(rows)).toMatchObject({ output: { priceBreaks: [[60, 460]], orderMultiple: 12 } });
	expect(read([emptyRow])).toMatchObject({ output: { priceBreaks: [] } });
	expect(read([...rows, { quantity: "60", price: "4.70" }])).toMatchObject({
		issues: [
			{
				field: "priceBreaks.3.quantity",
				message: "Must be more than 60, the quantity in the row above",
			},
			{
				field: "priceBreaks.3.price",
				message: "Must be less than $4.60, the price in the row above",
			},
		],
	});
	expect(read([{ quantity: "12", price: "5" }])).toMatchObject({
		issues: [
			{ field: "priceBreaks.0.quantity", message: "Must be more than 12, the minimum order" },
			{
				field: "priceBreaks.0.price",
				message: "Must be less than $5.00, the price of smaller orders",
			},
		],
	});
	expect(read([{ quantity: "60", price: "" }])).toMatchObject({
		issues: [{ field: "priceBreaks.0.price", message: "price is Required" }],
	});
	expect(read([], "5")).toMatchObject({
		issues: [{ field: "minimum", message: "Must be whole cartons of 5 pieces, such as 15" }],
	});
});

test("a tool is added with its breaks and carton, and an edit without them keeps them", async () => {
	const { shop, id, read, edit } = await createFixture();
	const parsed = parseInput(productSchema, {
		...{ ...form, name: "Gloves", img: "/pictures/pliers-800.webp" },
		...{ priceBreaks: [{ quantity: 60, price: 4.6 }], orderMultiple: 12 },
	});
	if (!parsed.success) throw new Error("The product is valid.");
	const added = await addProduct(shop, parsed.output);
	const [row] = await shop.db.select().from(products).where(eq(products.id, added));
	expect(row).toMatchObject({ priceBreaks: [[60, 460]], orderMultiple: 12, quantity: 600 });
	await updateProduct(shop, id, { ...edit, priceCents: 600 });
	expect(await read()).toMatchObject({ priceCents: 600, priceBreaks: breaks, orderMultiple: 12 });
});

test("an edit that contradicts the price breaks is rejected at its field", async () => {
	const { shop, id, read, edit } = await createFixture();
	const before = await read();
	const reject = async (change: Partial<typeof before>, field: string, message: string) => {
		const issues = [{ field, message: expect.stringContaining(message) }];
		const next = { ...edit, ...change, category: undefined, specification: undefined };
		await expect(updateProduct(shop, id, next)).rejects.toMatchObject({ status: 400, issues });
		expect(await read()).toEqual(before);
	};
	await reject({ priceCents: 460 }, "price", "Must be more than $4.60, the price from 60 pieces");
	await reject({ minimum: 60 }, "minimum", "Must be less than 60 pieces");
	await reject({ minimum: 18 }, "minimum", "whole cartons of 12 pieces, such as 24");
	await reject({ priceBreaks: [[60, 500]] }, "priceBreaks.0.price", "Must be less than $5.00");
});

test("the audit log says which breaks and carton were changed", async () => {
	const { shop, id, edit } = await createFixture();
	await updateProduct(shop, id, { ...edit, priceBreaks: [[50, 450]], orderMultiple: 6 });
	await updateProduct(shop, id, { ...edit, priceBreaks: [], orderMultiple: 6 });
	await updateProduct(shop, id, { ...edit, priceBreaks: [], orderMultiple: 6 });
	const details = (await shop.db.select().from(auditLog)).map(({ detail }) => detail);
	expect(details).toEqual([
		"price breaks 60+ $4.60, 120+ $4.30 → 50+ $4.50, carton 12 → 6",
		"price breaks 50+ $4.50 → none",
	]);
});

test("many edits at once reject a price at or below the first break", async () => {
	const { shop, id, read } = await createFixture();
	const edit = (price: number) =>
		changeProducts(shop, { changes: [{ id, price, reason: "correction" }], note: null, key: null });
	await expect(edit(460)).rejects.toMatchObject({
		code: "changes_rejected",
		issues: [{ field: "0.price", message: expect.stringContaining("more than $4.60") }],
	});
	expect((await read())?.priceCents).toBe(500);
	await edit(461);
	expect((await read())?.priceCents).toBe(461);
});

const headings = "part number,price,minimum order,pieces per carton,price breaks";

test.each([
	["P-1,,,,50 4.60 100+ 4.30", "priceBreaks", "Write price breaks as 50+ 4.60; 100+ 4.30"],
	["P-1,,,,60+ 4.60; 50+ 4.30", "priceBreaks", "The quantity of row 2 must be more than 60"],
	["P-1,,,,60+ 5.00", "priceBreaks", "The price of row 1 must be less than $5.00"],
	["P-1,4.60,,,", "price", "Must be more than $4.60, the price from 60 pieces"],
	["P-1,,60,,", "minimum", "Must be less than 60 pieces"],
	["P-1,,,5,", "orderMultiple", "The minimum order must be whole cartons of 5 pieces, such as 15"],
	["P-1,,18,,", "minimum", "Must be whole cartons of 12 pieces"],
	["P-1,,,0,", "orderMultiple", "Must be a number from 1"],
])("an import says what is wrong with %j", async (line, column, message) => {
	const { shop } = await createFixture();
	await upload(shop, `${headings}\n${line}`);
	expect(await shop.db.select().from(importRows)).toMatchObject([
		{ kind: 0, issues: [{ column, message: expect.stringContaining(message) }] },
	]);
});

test("an import changes, removes and adds breaks and cartons, and an export imports without a change", async () => {
	const { shop, id, read } = await createFixture();
	const exportAll = async () => new Response(await exportProducts(shop, {})).text();
	const text = await exportAll();
	expect(text).toContain(',12,12,"60+ 4.60; 120+ 4.30",');
	const same = await upload(shop, text);
	expect(await requireImport(shop, same)).toMatchObject({ unchanged: 1, changed: 0, errors: 0 });
	const run = async (lines: string) =>
		apply(shop, await upload(shop, `${headings},name,description,image\n${lines}`));
	await run(
		'P-1,6,24,24,"48: 5.50\n96: $5"\nP-2,9,4,4,8+ 8,Gloves,Nitrile,/pictures/pliers-800.webp',
	);
	expect(await read()).toMatchObject({
		...{ priceCents: 600, minimum: 24, orderMultiple: 24 },
		priceBreaks: [
			[48, 550],
			[96, 500],
		],
	});
	const [added] = await shop.db.select().from(products).where(eq(products.partNumber, "P-2"));
	expect(added).toMatchObject({ priceBreaks: [[8, 800]], orderMultiple: 4, minimum: 4 });
	await run("P-1,,,1,none");
	expect(await read()).toMatchObject({ id, priceBreaks: [], orderMultiple: 1, minimum: 24 });
});

test("an import of a new tool whose price cannot be read says only that", async () => {
	const { shop } = await createFixture();
	const cells = "NEW-1,Bar,Long,abc,https://pictures.example/bar.webp";
	await upload(shop, `part number,name,description,price,image\n${cells}`);
	const issues = (await shop.db.select().from(importRows)).flatMap((row) => row.issues);
	expect(issues).toMatchObject([{ column: "price", message: expect.stringContaining("0.01") }]);
});
