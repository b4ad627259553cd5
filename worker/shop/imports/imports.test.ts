import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, importParts, importRows, imports, products } from "#worker/db/schema.ts";
import {
	addProducts,
	apply,
	createFixture,
	img,
	readProduct,
	readRows,
	upload,
} from "../../../tests/support/local-imports.ts";
import { exportProducts } from "../catalogue/export.ts";
import { applyImport } from "./apply.ts";
import { parseCell } from "./cells.ts";
import { recheckImport } from "./check.ts";
import { decodeFile } from "./file.ts";
import { requireImport } from "./read.ts";

test("a supplier's list of part numbers and prices changes only prices", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const [firstId = "", secondId = ""] = await addProducts(fixture, 3);
	const id = await upload(
		adminContext,
		"\ufeffArtikel-Nr.;Price\r\nX-9;1\r\np-1;20.50\r\nP-2;19.99\r\n",
	);
	expect(await readRows(fixture, id)).toEqual([
		{ line: 2, kind: "unmatched", next: {}, messages: [] },
		{ line: 3, kind: "changed", next: { priceCents: 2_050 }, messages: [] },
		{ line: 4, kind: "unchanged", next: {}, messages: [] },
	]);
	expect(await readProduct(fixture, firstId)).toMatchObject({ priceCents: 1_999 });
	expect(await apply(adminContext, id)).toMatchObject({ state: "done", applied: 1, skipped: 0 });
	expect(await readProduct(fixture, firstId)).toMatchObject({
		priceCents: 2_050,
		partNumber: "P-1",
		quantity: 100,
	});
	expect(await readProduct(fixture, secondId)).toMatchObject({ priceCents: 1_999, editKey: null });
	expect([...adminContext.edgeCache.tagsToPurge]).toEqual(["products", "tools"]);
	expect(await adminContext.db.select().from(auditLog)).toMatchObject([
		{
			action: "products-imported",
			subject: "list.csv",
			actor: adminContext.account?.email,
			detail: "0 added, 1 changed, 0 skipped",
		},
	]);
	expect(await adminContext.db.$count(importParts), "the file is deleted").toBe(0);
	expect(await apply(adminContext, id), "second click").toMatchObject({
		state: "done",
		applied: 1,
	});
	expect(await adminContext.db.$count(auditLog)).toBe(1);
});

test("new rows become products in the order of the file", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const id = await upload(
		adminContext,
		`Part number,Name,Description,Price,Image,Stock,Category,Specification
N-1,Pry bar,"Lifts, gently",12.5,${img},7,Hand tools,"Length: 465 mm
Weight: 1 kg"
N-2,Jack,Lifts,99,${img},,,
N-3,,Lifts,99,${img},Cars,,
1.23E+11,Jack,Lifts,99,${img},1,cars,
=N-4,${"x".repeat(121)},Lifts,99,http://example.com/a.png,1,,
`,
	);
	expect((await readRows(fixture, id)).map(({ kind, messages }) => [kind, messages])).toEqual([
		["new", []],
		["new", []],
		["error", ["quantity: Must be a whole number", "name: Name is Required"]],
		[
			"error",
			[
				expect.stringMatching(/^partNumber: The spreadsheet has rounded/),
				expect.stringMatching(/^category: Unknown category/),
			],
		],
		[
			"error",
			[
				expect.stringMatching(/^partNumber: Must begin with a letter or digit/),
				"name: Must be 120 characters or fewer",
				"img: Image must be an uploaded picture or an https URL",
			],
		],
	]);
	expect(await apply(adminContext, id)).toMatchObject({ state: "done", applied: 2, errors: 3 });
	const rows = await adminContext.db.select().from(products).orderBy(asc(products.createdAt));
	expect(rows).toMatchObject([
		{
			name: "Pry bar",
			partNumber: "N-1",
			description: "Lifts, gently",
			priceCents: 1_250,
			quantity: 7,
			minimum: 1,
			category: "hand-tools",
			gallery: [],
			specification: [
				["Length", "465 mm"],
				["Weight", "1 kg"],
			],
		},
		{ name: "Jack", quantity: 0, minimum: 1, category: "other", specification: [], gallery: [] },
	]);
});

test.each(["little", "big"])("reads UTF-16 in %s-endian order", (order) => {
	const bytes = Buffer.from("\ufeffPrice\t10 €", "utf16le");
	if (order === "big") bytes.swap16();
	expect(decodeFile(bytes)).toBe("Price\t10 €");
});

test("reads UTF-16 without a byte order mark, as some databases export it", () => {
	expect(decodeFile(Buffer.from("Price\t10 €", "utf16le"))).toBe("Price\t10 €");
});

test.each([
	["Lifting", "lifting"],
	["HAND TOOLS", "hand-tools"],
	["Other", "other"],
])("finds the category %s", (text, value) => {
	expect(parseCell("category", text)).toEqual({ value });
});

test.each([
	["P-1,$20.00,1", "price: Write the price as 1299.00"],
	['P-1,"1,299.00",1', "price: Write the price as 1299.00"],
	["P-1,0,1", "price: Price must be between"],
	["P-1,12,-1", "quantity: Must be a number from 0"],
	['P-1,12,"1,000"', "quantity: Write the number as 1200"],
	[",12,1", "null: The row needs a part number or an ID"],
	["P-1,12,1,extra", "null: The line has 4 cells"],
	['P-1,12,"1', "null: A quotation mark in this line is never closed"],
	["P-2,12,1\nP-1,1,1\np-2,12,1", "partNumber: Line 2 has the same part number"],
])("explains what is wrong with %j", async (lines, message) => {
	const fixture = await createFixture();
	await addProducts(fixture, 2);
	const id = await upload(fixture.adminContext, `part number,price,stock\n${lines}`);
	const rows = await readRows(fixture, id);
	expect(rows.at(-1)).toMatchObject({ kind: "error", next: {} });
	expect(rows.at(-1)?.messages[0]).toContain(message);
});

test("rejects an Excel workbook, even if it was renamed to .csv", async () => {
	const { adminContext } = await createFixture();
	const workbook = upload(adminContext, "PK\u0003\u0004\u0014\0\nxl/workbook.xml");
	await expect(workbook).rejects.toMatchObject({ code: "not_a_text_file" });
	expect(await adminContext.db.$count(imports)).toBe(0);
});

test("rejects a second row for the same tool, whether found by ID or by part number", async () => {
	const fixture = await createFixture();
	const [firstId = ""] = await addProducts(fixture, 1);
	const text = `id,sku,price\n${firstId},NEW-1,20\n,P-1,30\n${firstId},,40`;
	const id = await upload(fixture.adminContext, text);
	expect(await readRows(fixture, id)).toMatchObject([
		{ kind: "changed", messages: [] },
		{ kind: "error", messages: ["id: Line 2 has the same tool. Delete one of the two rows"] },
		{ kind: "error", messages: ["id: Line 2 has the same tool. Delete one of the two rows"] },
	]);
});

test("importing an exported catalog changes nothing", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const ids = await addProducts(fixture, 5);
	const trickyTexts = ["=SUM(1)", "-5 °C\n'=1", 'A "12"" pipe', "'quoted", " spaces "];
	for (const [index, id] of ids.entries()) {
		await adminContext.db
			.update(products)
			.set({
				name: trickyTexts[index] ?? "",
				description: `${trickyTexts[index]};=1\n+2`,
				partNumber: index === 0 ? null : `00${index}`,
				gallery: [img, "https://example.com/a,b;c.png"],
				specification: [
					["Length", "465 mm"],
					["-Range", "=1"],
				],
			})
			.where(eq(products.id, id));
	}
	const exportAll = async () => new Response(await exportProducts(adminContext, {})).text();
	const text = await exportAll();
	const id = await upload(adminContext, text);
	expect(await requireImport(adminContext, id)).toMatchObject({
		rows: 5,
		unchanged: 5,
		changed: 0,
		added: 0,
		errors: 0,
	});
	await expect(apply(adminContext, id)).rejects.toMatchObject({ code: "import_not_ready" });
	expect(await exportAll()).toBe(text);
});

test("new rows can become drafts, which a later import can change", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const headings = "sku,name,description,price,image";
	const id = await upload(adminContext, `${headings}\nN-1,Bar,A bar,1.00,${img}`);
	await applyImport(adminContext, id, { budgetMs: 1_000, addsDrafts: true });
	const [draft] = await adminContext.db.select().from(products);
	expect(draft).toMatchObject({ draft: true, deletedAt: expect.any(Date), partNumber: "N-1" });
	const secondImportId = await upload(adminContext, `${headings}\nn-1,Bar,A bar,2.00,${img}`);
	expect(await apply(adminContext, secondImportId)).toMatchObject({
		added: 0,
		changed: 1,
		applied: 1,
	});
	expect(await readProduct(fixture, draft?.id ?? "")).toMatchObject({
		draft: true,
		priceCents: 200,
	});
});

test("an admin can choose the product column of each heading", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const [firstId = ""] = await addProducts(fixture, 1);
	const id = await upload(adminContext, "Nummer\tEK\tVK\nP-1\t9.00\t30.00\n");
	expect(await requireImport(adminContext, id)).toMatchObject({
		state: "ready",
		rows: 0,
		columns: ["", "", ""],
	});
	await expect(
		recheckImport(adminContext, id, ["partNumber", "price", "price"]),
	).rejects.toMatchObject({
		status: 400,
	});
	const { checkKey } = await requireImport(adminContext, id);
	await recheckImport(adminContext, id, ["partNumber", "", "price"]);
	await expect(applyImport(adminContext, id, { budgetMs: 1_000, checkKey })).rejects.toMatchObject({
		status: 409,
	});
	expect(await apply(adminContext, id)).toMatchObject({ state: "done", applied: 1 });
	expect(await readProduct(fixture, firstId)).toMatchObject({ priceCents: 3_000 });
	await expect(recheckImport(adminContext, id)).rejects.toMatchObject({ status: 409 });
});

test.each([
	['Part number,Name,Price\nP-1,"Pliers,12.00', ""],
	['Part number,Name,Price\n"P-1,Pliers,12.00', ""],
	['ID,Name,Price\n"1,Pliers,12.00', ""],
	['Part number,"Name\nP-1,Pliers', '"\nP-2,Bar'],
])("a quotation mark may begin a cell of several megabytes: %j", async (start, end) => {
	const { adminContext } = await createFixture();
	const id = await upload(adminContext, `${start}\n${"P-2,Bar,13.00\n".repeat(150_000)}${end}`);
	const { rows, headings } = await requireImport(adminContext, id);
	const [{ label } = { label: "" }] = await adminContext.db.select().from(importRows);
	expect([rows, label.length, headings.join().length]).toEqual([
		1,
		expect.toSatisfy((length) => length <= 120),
		expect.toSatisfy((length) => length <= 200),
	]);
});
