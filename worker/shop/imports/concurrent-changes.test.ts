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
import { recheckImport } from "./check.ts";
import { getImportPage } from "./read.ts";

test("an import keeps sales and edits made since the comparison", async () => {
	const fixture = await createFixture();
	const { shop } = fixture;
	const [sold = "", edited = "", deleted = "", soldOut = ""] = await addProducts(fixture, 4);
	const id = await upload(shop, "sku,qty\nP-1,150\nP-2,150\nP-3,150\nP-4,1");
	const updateProduct = (product: string, values: Partial<typeof products.$inferInsert>) =>
		shop.db.update(products).set(values).where(eq(products.id, product));
	await updateProduct(sold, { quantity: 90 });
	await updateProduct(edited, { quantity: 7, editKey: "by somebody" });
	await updateProduct(deleted, { deletedAt: new Date() });
	await updateProduct(soldOut, { quantity: 10 });
	expect(await apply(shop, id)).toMatchObject({ state: "done", applied: 1, skipped: 3 });
	expect(await readProduct(fixture, sold)).toMatchObject({ quantity: 140 });
	expect(await readProduct(fixture, edited)).toMatchObject({ quantity: 7 });
	expect(await readProduct(fixture, soldOut)).toMatchObject({ quantity: 10 });
	const { rows } = await getImportPage(shop, id, { page: 0, search: "", kind: "skipped" });
	expect(rows.map(({ issues }) => issues[0]?.message)).toEqual([
		expect.stringContaining("Someone changed the tool"),
		"The tool was deleted in the meantime",
		expect.stringContaining("The stock would be below 0 or above"),
	]);
});

test("skips only the row whose part number another tool got in the meantime", async () => {
	const fixture = await createFixture();
	const { localShop, shop } = fixture;
	const [first = "", second = ""] = await addProducts(fixture, 2);
	const id = await upload(shop, `id,sku,name\n${first},NEW-1,One\n${second},NEW-2,Two`);
	const other = await localShop.addProduct(1);
	await shop.db.update(products).set({ partNumber: "new-1" }).where(eq(products.id, other));
	expect(await apply(shop, id)).toMatchObject({ applied: 1, skipped: 1 });
	expect(await readProduct(fixture, first)).toMatchObject({ partNumber: "P-1" });
	expect(await readProduct(fixture, second)).toMatchObject({ partNumber: "NEW-2", name: "Two" });
});

test("skips a new row whose part number a draft got in the meantime", async () => {
	const fixture = await createFixture();
	const { localShop, shop } = fixture;
	const id = await upload(shop, `sku,name,description,price,image\nN-1,Bar,A bar,1.00,${img}`);
	const draft = await localShop.addProduct(1);
	await shop.db
		.update(products)
		.set({ partNumber: "n-1", draft: true, deletedAt: new Date() })
		.where(eq(products.id, draft));
	expect(await apply(shop, id)).toMatchObject({ applied: 0, skipped: 1 });
	expect(await shop.db.$count(products)).toBe(1);
	const listed = { description: "A bar", priceCents: 100, quantity: 0, minimum: 1, img };
	const ownNumber = await upload(shop, `id,sku\n${draft},N-1`);
	await shop.db
		.insert(products)
		.values({ ...listed, id: "listed", name: "Bar", partNumber: "N-1" });
	expect(await apply(shop, ownNumber), "its own number").toMatchObject({ applied: 1, skipped: 0 });
});

test("an import changes nothing if its file is compared again just before", async () => {
	const fixture = await createFixture();
	const { localShop, shop } = fixture;
	const [first = ""] = await addProducts(fixture, 1);
	const id = await upload(shop, "Part number,Price\nP-1,30.00\n");
	let hasChecked = false;
	const hookedShop = localShop.createContext(shop.account, async (statements) => {
		if (hasChecked || !statements.some((sql) => sql.startsWith('update "imports"'))) return;
		hasChecked = true;
		await recheckImport(shop, id);
	});
	expect(await apply(hookedShop, id)).toMatchObject({ state: "ready", applied: 0 });
	expect(await readProduct(fixture, first)).toMatchObject({ priceCents: 1_999 });
});
