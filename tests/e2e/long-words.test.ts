import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct, createReviewRow } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Returns a unique word of 120 letters. */
const createLongWord = () =>
	createId()
		.replaceAll(/[^a-z]/gi, "x")
		.padEnd(120, "w");
const createLongEmail = () => `${createLongWord()}@example.com`;

const product = await createProduct(shop, {
	name: createLongWord(),
	description: createLongWord(),
});
const shopper = await createAccount(shop, { name: createLongWord(), email: createLongEmail() });
const admin = await createAdmin(shop, { name: createLongWord(), email: createLongEmail() });

const addLongOrder = (values: Partial<Parameters<typeof addOrder>[1]> = {}) =>
	addOrder(shop, {
		userId: shopper.id,
		productId: product.id,
		toolName: product.name,
		name: shopper.name,
		email: shopper.email,
		location: createLongWord(),
		phone: createLongWord().slice(-32),
		company: createLongWord().slice(-100),
		...values,
	});
const { id: unpaidOrderId } = await addLongOrder();
await addLongOrder({ paidAt: new Date(), transactionId: `pi_${createLongWord()}` });
await addLongOrder({
	paidAt: new Date(),
	transactionId: "pi_1",
	shippedAt: new Date(),
	trackingNumber: createLongWord().slice(-64),
});
await shop.db.insert(reviews).values(
	createReviewRow(null, {
		review: `${createLongWord()} `.repeat(12),
		ratings: createLongWord().slice(-32),
		img: product.img,
		name: shopper.name,
		email: shopper.email,
	}),
);

const measureOverflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Each page's path, its account, and the labels of its buttons that open a dialog. */
const pages: [string, TestAccount, ...string[]][] = [
	["/", shopper],
	[`/purchase/${product.id}`, shopper],
	["/dashbord", shopper],
	["/dashbord/myorders", shopper, "Cencel"],
	[`/dashbord/payment/${unpaidOrderId}`, shopper],
	["/dashbord/manageAllorders", admin, "Shifting", "Delete"],
	["/dashbord/makeAdmin", admin, "Delete"],
	["/dashbord/manageProducts", admin, "Delete"],
	[`/dashbord/updateproducts/${product.id}`, admin],
	[`/dashbord/stock/${product.id}`, admin],
	["/dashbord/manageReview", admin, "Delete"],
];

/** Expects that a button's dialog fits the viewport without scrolling. */
async function expectDialogFits(page: Page, label: string) {
	await page.getByRole("main").getByText(label, { exact: true }).first().click();
	const dialog = page.getByRole("dialog");
	const dialogOverflow = await dialog.evaluate(
		({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
			scrollWidth - clientWidth,
			scrollHeight - clientHeight,
		],
	);
	expect(dialogOverflow, label).toEqual([0, 0]);
	const { y = -1 } = (await dialog.getByRole("heading").boundingBox()) ?? {};
	expect(y, label).toBeGreaterThan(0);
	expect(await measureOverflow(page), label).toBeLessThanOrEqual(0);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
}

test.each(pages)(
	"%s and its dialogs fit the viewport even with words of 120 letters",
	async (path, account, ...dialogButtons) => {
		const page = await browser.newPage({ account, width: 320, height: 700 });
		await page.goto(path);
		expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
		for (const width of [1280, 1200, 1040, 390]) {
			await page.setViewportSize({ width, height: 700 });
			expect(await measureOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
		}
		for (const label of dialogButtons) await expectDialogFits(page, label);
	},
);
