import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import {
	addProducts,
	apply,
	createFixture,
	img,
	readProduct,
	upload,
} from "../../../tests/support/local-imports.ts";
import { addPicture } from "../catalogue/gallery.ts";
import { recheckImport } from "./check.ts";
import { getImportPage } from "./read.ts";

test("an import keeps sales and edits made since the comparison", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const [soldId = "", editedId = "", deletedId = "", soldOutId = ""] = await addProducts(
		fixture,
		4,
	);
	const id = await upload(adminContext, "sku,qty\nP-1,150\nP-2,150\nP-3,150\nP-4,1");
	const updateProduct = (product: string, values: Partial<typeof products.$inferInsert>) =>
		adminContext.db.update(products).set(values).where(eq(products.id, product));
	await updateProduct(soldId, { quantity: 90 });
	await updateProduct(editedId, { quantity: 7, editKey: "by somebody" });
	await updateProduct(deletedId, { deletedAt: new Date() });
	await updateProduct(soldOutId, { quantity: 10 });
	expect(await apply(adminContext, id)).toMatchObject({ state: "done", applied: 1, skipped: 3 });
	expect(await readProduct(fixture, soldId)).toMatchObject({ quantity: 140 });
	expect(await readProduct(fixture, editedId)).toMatchObject({ quantity: 7 });
	expect(await readProduct(fixture, soldOutId)).toMatchObject({ quantity: 10 });
	const { rows } = await getImportPage(adminContext, id, { page: 0, search: "", kind: "skipped" });
	expect(rows.map(({ issues }) => issues[0]?.message)).toEqual([
		expect.stringContaining("Someone changed the tool"),
		"The tool was deleted in the meantime",
		expect.stringContaining("The stock would be below 0 or above"),
	]);
});

test("skips only the row whose part number another tool got in the meantime", async () => {
	const fixture = await createFixture();
	const { localShop, adminContext } = fixture;
	const [firstId = "", secondId = ""] = await addProducts(fixture, 2);
	const id = await upload(adminContext, `id,sku,name\n${firstId},NEW-1,One\n${secondId},NEW-2,Two`);
	const otherId = await localShop.addProduct(1);
	await adminContext.db
		.update(products)
		.set({ partNumber: "new-1" })
		.where(eq(products.id, otherId));
	expect(await apply(adminContext, id)).toMatchObject({ applied: 1, skipped: 1 });
	expect(await readProduct(fixture, firstId)).toMatchObject({ partNumber: "P-1" });
	expect(await readProduct(fixture, secondId)).toMatchObject({ partNumber: "NEW-2", name: "Two" });
});

test("skips a new row whose part number a draft got in the meantime", async () => {
	const fixture = await createFixture();
	const { localShop, adminContext } = fixture;
	const id = await upload(
		adminContext,
		`sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`,
	);
	const draftId = await localShop.addProduct(1);
	await adminContext.db
		.update(products)
		.set({ partNumber: "n-1", draft: true, deletedAt: new Date() })
		.where(eq(products.id, draftId));
	expect(await apply(adminContext, id)).toMatchObject({ applied: 0, skipped: 1 });
	expect(await adminContext.db.$count(products)).toBe(1);
	const toolFields = { description: "A bar", priceCents: 100, quantity: 0, minimum: 1, img };
	const ownNumberImport = await upload(adminContext, `id,sku\n${draftId},N-1`);
	await adminContext.db
		.insert(products)
		.values({ ...toolFields, id: "listed", name: "Bar", partNumber: "N-1" });
	expect(await apply(adminContext, ownNumberImport), "its own number").toMatchObject({
		applied: 1,
		skipped: 0,
	});
});

test("an import changes nothing if its file is compared again just before it is applied", async () => {
	const fixture = await createFixture();
	const { localShop, adminContext } = fixture;
	const [firstId = ""] = await addProducts(fixture, 1);
	const id = await upload(adminContext, "Part number,Price\nP-1,30.00\n");
	let hasChecked = false;
	const racingContext = localShop.createContext(adminContext.account, async (statements) => {
		if (hasChecked || !statements.some((sql) => sql.startsWith('update "imports"'))) return;
		hasChecked = true;
		await recheckImport(adminContext, id);
	});
	expect(await apply(racingContext, id)).toMatchObject({ state: "ready", applied: 0 });
	expect(await readProduct(fixture, firstId)).toMatchObject({ priceCents: 1_999 });
});

test("does not remove a picture that was added to a gallery since the comparison", async () => {
	const fixture = await createFixture();
	const { adminContext } = fixture;
	const [editedId = "", unchangedId = "", otherId = ""] = await addProducts(fixture, 3);
	const [first, second, added] = ["/pictures/a.webp", "/pictures/b.webp", "/pictures/c.webp"];
	await addPicture(adminContext, editedId, first);
	const id = await upload(
		adminContext,
		`sku,gallery,price\nP-1,${second},5.00\nP-2,${second},5.00\nP-3,,5.00`,
	);
	await addPicture(adminContext, editedId, added);
	await addPicture(adminContext, otherId, added);
	expect(await apply(adminContext, id)).toMatchObject({ applied: 2, skipped: 1 });
	expect(await readProduct(fixture, editedId)).toMatchObject({
		gallery: [first, added],
		priceCents: 1_999,
	});
	expect(await readProduct(fixture, unchangedId)).toMatchObject({ gallery: [second] });
	expect(await readProduct(fixture, otherId)).toMatchObject({ gallery: [added], priceCents: 500 });
	const { rows } = await getImportPage(adminContext, id, { page: 0, search: "", kind: "skipped" });
	expect(rows.map(({ issues }) => issues[0]?.message)).toEqual([
		"Someone changed the tool in the meantime. Import the row again to apply it",
	]);
});

test("counts each row once, so that the counts of an applied import match its rows", async () => {
	const fixture = await createFixture();
	const { localShop, adminContext } = fixture;
	const [editedId = ""] = await addProducts(fixture, 2);
	const newTool = (partNumber: string) => `${partNumber},Bar,A bar,1.00,${img}`;
	const id = await upload(
		adminContext,
		`sku,name,description,price,image\nP-1,One,,,\nP-2,Two,,,\n${newTool("N-1")}\n${newTool("N-2")}\nN-3,,,,`,
	);
	const takenId = await localShop.addProduct(1);
	for (const [productId, values] of [
		[editedId, { editKey: "by somebody" }],
		[takenId, { partNumber: "N-1" }],
	] as const)
		await adminContext.db.update(products).set(values).where(eq(products.id, productId));
	const counts = await apply(adminContext, id);
	expect(counts).toMatchObject({
		rows: 5,
		applied: 2,
		errors: 1,
		skipped: 2,
		added: 1,
		changed: 1,
	});
	for (const [kind, count] of [
		["skipped", counts.skipped],
		["new", counts.added],
		["changed", counts.changed],
	] as const) {
		const { rows } = await getImportPage(adminContext, id, { page: 0, search: "", kind });
		expect(rows, kind).toHaveLength(count);
	}
});
