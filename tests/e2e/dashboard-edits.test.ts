import { eq, inArray } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products, stockMovements } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { countPieces } from "../support/count-pieces.ts";
import { isFocused } from "../support/keyboard.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Opens a table of three products, sorted by name, each with 100 pieces in stock at $12.50. */
async function openTableOfThree() {
	const prefix = `Edit ${createId()}`;
	const createdProducts: Awaited<ReturnType<typeof createProduct>>[] = [];
	for (const letter of ["A", "B", "C"])
		createdProducts.push(await createProduct(shop, { name: `${prefix} ${letter}`, quantity: 100 }));
	const page = await browser.newPage({
		account: await createAdmin(shop),
		allowedProblems: [/status of 409/, /ERR_FAILED|ERR_CONNECTION/],
	});
	await page.goto(`/dashbord/manageProducts?search=${prefix}`);
	await waitForHydration(page);
	const ids = createdProducts.map(({ id }) => id);
	const readValues = async () => {
		const productRows = await shop.db.select().from(products).where(inArray(products.id, ids));
		return ids.map((id) => {
			const row = productRows.find((productRow) => productRow.id === id);
			return [row?.priceCents, row?.quantity];
		});
	};
	const getStockField = (index: number) =>
		page.getByLabel(`Pieces of ${createdProducts[index]?.name} in stock`);
	const getPriceField = (index: number) =>
		page.getByLabel(`Price of ${createdProducts[index]?.name}`);
	return { page, ids, readValues, getStockField, getPriceField };
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();

test("an admin edits prices and stock in several rows with the keyboard, saves all changes at once, and undoes them", async () => {
	const { page, ids, readValues, getStockField, getPriceField } = await openTableOfThree();
	await getStockField(0).focus();
	await getStockField(0).press("ControlOrMeta+a");
	await page.keyboard.type("+20");
	await page.keyboard.press("Enter");
	await page.keyboard.type("75");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.type("1");
	await page.keyboard.press("Escape");
	expect(await getStockField(2).inputValue()).toBe("100");
	await getPriceField(2).fill("13");
	await page.getByText("3 changes", { exact: true }).waitFor();
	await page.getByLabel("Note").fill("Pallet 7");
	await shop.db
		.update(products)
		.set({ quantity: 90 })
		.where(eq(products.id, ids[0] ?? ""));
	await save(page);
	await page.getByText("3 changes saved").waitFor();
	expect(await isFocused(getPriceField(2))).toBe(true);
	expect(await readValues()).toEqual([
		[1_250, 110],
		[1_250, 75],
		[1_300, 100],
	]);
	await expect.poll(() => getStockField(0).inputValue()).toBe("110");
	const movements = await shop.db
		.select()
		.from(stockMovements)
		.where(inArray(stockMovements.productId, ids))
		.orderBy(stockMovements.change);
	expect(movements.filter(({ note }) => note === "Pallet 7")).toMatchObject([
		{ change: -25, reason: "correction" },
		{ change: 20, reason: "delivery" },
	]);
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText("3 changes undone").waitFor();
	expect(await isFocused(getPriceField(2))).toBe(true);
	expect(await readValues()).toEqual([
		[1_250, 90],
		[1_250, 100],
		[1_250, 100],
	]);
	expect(await countPieces(shop, ids[1] ?? "")).toEqual({ stock: 100, ordered: 0 });
});

test("if one change is rejected, nothing is saved and its cell shows why", async () => {
	const { page, ids, readValues, getStockField, getPriceField } = await openTableOfThree();
	await getPriceField(0).fill("0");
	await page.getByText("Enter a price from 0.01 to 999,999.99").waitFor();
	await save(page);
	await page.getByText(errors.changes_rejected.message).waitFor();
	await getPriceField(0).fill("9.99");
	await getStockField(1).fill("-3");
	const edit = { quantity: 30, editKey: createId() };
	await shop.db
		.update(products)
		.set(edit)
		.where(eq(products.id, ids[1] ?? ""));
	await save(page);
	await page.getByText("Edited elsewhere: now 30 in stock.").waitFor();
	expect(await readValues()).toEqual([
		[1_250, 100],
		[1_250, 30],
		[1_250, 100],
	]);
	expect([await getPriceField(0).inputValue(), await getStockField(1).inputValue()]).toEqual([
		"9.99",
		"-3",
	]);
	await save(page);
	await page.getByText("2 changes saved").waitFor();
	expect(await readValues()).toEqual([
		[999, 100],
		[1_250, 27],
		[1_250, 100],
	]);
});

test("a product that was deleted in the meantime does not prevent the other changes from being saved", async () => {
	const { page, ids, readValues, getPriceField } = await openTableOfThree();
	await getPriceField(0).fill("9.99");
	await getPriceField(1).fill("8.88");
	await shop.db
		.update(products)
		.set({ deletedAt: new Date() })
		.where(eq(products.id, ids[0] ?? ""));
	await save(page);
	await page.getByText(/Deleted in the meantime: Edit \w+ A\.$/).waitFor();
	await page.getByText("1 change", { exact: true }).waitFor();
	await expect.poll(() => getPriceField(0).count()).toBe(0);
	await save(page);
	await page.getByText("1 change saved").waitFor();
	expect(await readValues()).toEqual([
		[1_250, 100],
		[888, 100],
		[1_250, 100],
	]);
});

test("a retried save is applied only once, and its undo is rejected after another edit", async () => {
	const { page, ids, readValues, getStockField } = await openTableOfThree();
	await getStockField(0).fill("+5");
	let isLost = false;
	await page.route("/products", async (route) => {
		if (isLost) return route.continue();
		isLost = true;
		await route.fetch();
		await route.abort();
	});
	await save(page);
	await page.getByRole("alert").waitFor();
	await save(page);
	await page.getByText("1 change saved").waitFor();
	expect((await readValues())[0]).toEqual([1_250, 105]);
	await shop.db
		.update(products)
		.set({ editKey: createId() })
		.where(eq(products.id, ids[0] ?? ""));
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText(errors.changes_rejected.message).waitFor();
	expect((await readValues())[0]).toEqual([1_250, 105]);
});

test("leaving the page with unsaved changes asks for confirmation, and Discard restores the cells", async () => {
	const { page, getStockField } = await openTableOfThree();
	await getStockField(0).fill("7");
	const questions: string[] = [];
	page.on("dialog", (dialog) => {
		questions.push(dialog.message());
		void dialog.dismiss();
	});
	await page.getByRole("link", { name: "Audit log" }).click();
	await expect.poll(() => questions).toEqual(["Leave without saving 1 change?"]);
	expect(await getStockField(0).inputValue()).toBe("7");
	await page.getByRole("button", { name: "Discard" }).click();
	expect(await getStockField(0).inputValue()).toBe("100");
	expect(await isFocused(getStockField(0))).toBe(true);
	await page.getByRole("link", { name: "Audit log" }).click();
	await page.getByRole("heading", { name: "Audit log" }).waitFor();
});

test("leaving for another list drops the unsaved changes: a later save would apply them unseen", async () => {
	const { page, getStockField } = await openTableOfThree();
	await getStockField(0).fill("7");
	await page.getByLabel("Note").fill("Pallet 7");
	const questions: string[] = [];
	page.on("dialog", (dialog) => {
		questions.push(dialog.message());
		void dialog.accept();
	});
	await page.getByLabel("Stock", { exact: true }).selectOption({ index: 1 });
	await page.waitForURL(/stock=/);
	await expect.poll(() => page.getByText("1 change", { exact: true }).count()).toBe(0);
	await page.goBack();
	await page.waitForURL((url) => !url.searchParams.get("stock"));
	expect(await getStockField(0).inputValue()).toBe("100");
	expect(questions).toHaveLength(1);
	await getStockField(1).fill("8");
	expect(await page.getByLabel("Note").inputValue()).toBe("");
});

test("cells are read-only during a save, because edits would be lost", async () => {
	const { page, readValues, getStockField } = await openTableOfThree();
	await getStockField(0).fill("7");
	const continueRequests = await delayRequests(page, "**/products");
	await save(page);
	await expect.poll(() => getStockField(1).isEditable()).toBe(false);
	await getStockField(0).press("Escape");
	expect(await getStockField(0).inputValue()).toBe("7");
	continueRequests();
	await page.getByText("1 change saved").waitFor();
	await getStockField(1).fill("8");
	await save(page);
	await expect
		.poll(async () => (await readValues()).map(([, stock]) => stock))
		.toEqual([7, 8, 100]);
});

test("without JavaScript, each row has a button that saves its stock but no price field", async () => {
	const { name } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAdmin(shop), javaScript: false });
	await page.goto(`/dashbord/manageProducts?search=${name}`);
	await page.getByRole("button", { name: `Save the stock of ${name}` }).waitFor();
	expect(await page.getByLabel(`Price of ${name}`).isVisible()).toBe(false);
});

test("changes are not reported as saved if the response is not the shop's", async () => {
	const { page, readValues, getStockField } = await openTableOfThree();
	await getStockField(0).fill("+20");
	const body = "<h1>Log in to the hotel's network</h1>";
	await page.route("**/products", (route) => route.fulfill({ body, contentType: "text/html" }), {
		times: 1,
	});
	await save(page);
	await page.getByText(errors.unavailable.message).waitFor();
	expect(await getStockField(0).inputValue()).toBe("+20");
	await save(page);
	await page.getByText("1 change saved").waitFor();
	expect((await readValues())[0]).toEqual([1_250, 120]);
});
