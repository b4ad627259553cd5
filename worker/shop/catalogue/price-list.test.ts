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
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const admin = await localShop.addAccount("admin");
	const adminContext = localShop.createContext(admin);
	const id = await localShop.addProduct(600, 12);
	const prices = { priceCents: 500, orderMultiple: 12, priceBreaks: breaks };
	await adminContext.db.update(products).set({ ...prices, partNumber: "P-1" });
	const readProduct = () =>
		adminContext.db.select().from(products).where(eq(products.id, id)).get();
	const edit = { description: "Made for one test.", quantity: 600, minimum: 12, priceCents: 500 };
	return { adminContext, id, readProduct, edit };
}

const form = { decreption: "Words.", quantity: "600", minimum: "12", price: "5.00" };
const emptyRow = { quantity: "", price: " " };

test("reports price break issues at the rows of the form, ignoring empty rows", () => {
	const rows = [emptyRow, { quantity: "60", price: "4.60" }, emptyRow];
	const parse = (priceBreaks: unknown, orderMultiple = "12") =>
		parseInput(productUpdateSchema, { ...form, priceBreaks, orderMultiple });
	expect(parse(rows)).toMatchObject({ output: { priceBreaks: [[60, 460]], orderMultiple: 12 } });
	expect(parse([emptyRow])).toMatchObject({ output: { priceBreaks: [] } });
	expect(parse([...rows, { quantity: "60", price: "4.70" }])).toMatchObject({
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
	expect(parse([{ quantity: "12", price: "5" }])).toMatchObject({
		issues: [
			{ field: "priceBreaks.0.quantity", message: "Must be more than 12, the minimum order" },
			{
				field: "priceBreaks.0.price",
				message: "Must be less than $5.00, the price of smaller orders",
			},
		],
	});
	expect(parse([{ quantity: "60", price: "" }])).toMatchObject({
		issues: [{ field: "priceBreaks.0.price", message: "price is Required" }],
	});
	expect(parse([], "5")).toMatchObject({
		issues: [{ field: "minimum", message: "Must be whole cartons of 5 pieces, such as 15" }],
	});
});

test("an edit without price breaks or a carton size keeps the saved ones", async () => {
	const { adminContext, id, readProduct, edit } = await createFixture();
	const parsed = parseInput(productSchema, {
		...form,
		name: "Gloves",
		img: "/pictures/pliers-800.webp",
		priceBreaks: [{ quantity: 60, price: 4.6 }],
		orderMultiple: 12,
	});
	if (!parsed.success) throw new Error("The product is valid.");
	const addedId = await addProduct(adminContext, parsed.output);
	const [row] = await adminContext.db.select().from(products).where(eq(products.id, addedId));
	expect(row).toMatchObject({ priceBreaks: [[60, 460]], orderMultiple: 12, quantity: 600 });
	await updateProduct(adminContext, id, { ...edit, priceCents: 600 });
	expect(await readProduct()).toMatchObject({
		priceCents: 600,
		priceBreaks: breaks,
		orderMultiple: 12,
	});
});

test("rejects an edit that contradicts the price breaks, and names the field", async () => {
	const { adminContext, id, readProduct, edit } = await createFixture();
	const savedProduct = await readProduct();
	const expectRejection = async (
		change: Partial<typeof savedProduct>,
		field: string,
		message: string,
	) => {
		const issues = [{ field, message: expect.stringContaining(message) }];
		const invalidEdit = { ...edit, ...change, category: undefined, specification: undefined };
		await expect(updateProduct(adminContext, id, invalidEdit)).rejects.toMatchObject({
			status: 400,
			issues,
		});
		expect(await readProduct()).toEqual(savedProduct);
	};
	await expectRejection(
		{ priceCents: 460 },
		"price",
		"Must be more than $4.60, the price from 60 pieces",
	);
	await expectRejection({ minimum: 60 }, "minimum", "Must be less than 60 pieces");
	await expectRejection({ minimum: 18 }, "minimum", "whole cartons of 12 pieces, such as 24");
	await expectRejection(
		{ priceBreaks: [[60, 500]] },
		"priceBreaks.0.price",
		"Must be less than $5.00",
	);
});

test("the audit log describes changes to price breaks and carton size", async () => {
	const { adminContext, id, edit } = await createFixture();
	await updateProduct(adminContext, id, { ...edit, priceBreaks: [[50, 450]], orderMultiple: 6 });
	await updateProduct(adminContext, id, { ...edit, priceBreaks: [], orderMultiple: 6 });
	await updateProduct(adminContext, id, { ...edit, priceBreaks: [], orderMultiple: 6 });
	const details = (await adminContext.db.select().from(auditLog)).map(({ detail }) => detail);
	expect(details).toEqual([
		"price breaks 60+ $4.60, 120+ $4.30 → 50+ $4.50, carton 12 → 6",
		"price breaks 50+ $4.50 → none",
	]);
});

test("a bulk edit rejects a price at or below the first break's price", async () => {
	const { adminContext, id, readProduct } = await createFixture();
	const edit = (price: number) =>
		changeProducts(adminContext, {
			changes: [{ id, price, reason: "correction" }],
			note: null,
			key: null,
		});
	await expect(edit(460)).rejects.toMatchObject({
		code: "changes_rejected",
		issues: [{ field: "0.price", message: expect.stringContaining("more than $4.60") }],
	});
	expect((await readProduct())?.priceCents).toBe(500);
	await edit(461);
	expect((await readProduct())?.priceCents).toBe(461);
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
])("an import reports the issue of %j", async (line, column, message) => {
	const { adminContext } = await createFixture();
	await upload(adminContext, `${headings}\n${line}`);
	expect(await adminContext.db.select().from(importRows)).toMatchObject([
		{ kind: 0, issues: [{ column, message: expect.stringContaining(message) }] },
	]);
});

test("importing exported price breaks and carton sizes changes nothing", async () => {
	const { adminContext } = await createFixture();
	const text = await new Response(await exportProducts(adminContext, {})).text();
	expect(text).toContain(',12,12,"60+ 4.60; 120+ 4.30",');
	const importId = await upload(adminContext, text);
	expect(await requireImport(adminContext, importId)).toMatchObject({
		unchanged: 1,
		changed: 0,
		errors: 0,
	});
});

test("an import can change, add, and remove price breaks and carton sizes", async () => {
	const { adminContext, id, readProduct } = await createFixture();
	const importLines = async (lines: string) =>
		apply(adminContext, await upload(adminContext, `${headings},name,description,image\n${lines}`));
	await importLines(
		'P-1,6,24,24,"48: 5.50\n96: $5"\nP-2,9,4,4,8+ 8,Gloves,Nitrile,/pictures/pliers-800.webp',
	);
	expect(await readProduct()).toMatchObject({
		priceCents: 600,
		minimum: 24,
		orderMultiple: 24,
		priceBreaks: [
			[48, 550],
			[96, 500],
		],
	});
	const [added] = await adminContext.db
		.select()
		.from(products)
		.where(eq(products.partNumber, "P-2"));
	expect(added).toMatchObject({ priceBreaks: [[8, 800]], orderMultiple: 4, minimum: 4 });
	await importLines("P-1,,,1,none");
	expect(await readProduct()).toMatchObject({ id, priceBreaks: [], orderMultiple: 1, minimum: 24 });
});

test("an import of a new tool with an invalid price reports only the price", async () => {
	const { adminContext } = await createFixture();
	const cells = "NEW-1,Bar,Long,abc,https://pictures.example/bar.webp";
	await upload(adminContext, `part number,name,description,price,image\n${cells}`);
	const issues = (await adminContext.db.select().from(importRows)).flatMap((row) => row.issues);
	expect(issues).toMatchObject([{ column: "price", message: expect.stringContaining("0.01") }]);
});
