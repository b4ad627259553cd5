import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { orders, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

/** A word of 120 letters that is nowhere else. */
const longWord = () =>
	createId()
		.replaceAll(/[^a-z]/gi, "x")
		.padEnd(120, "w");
const longEmail = () => `${longWord()}@example.com`;

const product = await createProduct(shop, { name: longWord(), description: longWord() });
const shopper = await createAccount(shop, { name: longWord(), email: longEmail() });
const admin = await createAdmin(shop, { name: longWord(), email: longEmail() });

async function addOrder(paid: boolean): Promise<string> {
	const id = createId();
	await shop.db.insert(orders).values({
		id,
		userId: shopper.id,
		productId: product.id,
		toolName: product.name,
		toolPriceCents: 1250,
		quantity: 10,
		name: shopper.name,
		email: shopper.email,
		location: longWord(),
		phone: longWord().slice(-32),
		...(paid && { paidAt: new Date(), transactionId: `pi_${longWord()}` }),
	});
	return id;
}

const [unpaid] = [await addOrder(false), await addOrder(true)];
await shop.db.insert(reviews).values({
	id: createId(),
	review: `${longWord()} `.repeat(12),
	ratings: longWord().slice(-32),
	img: product.img,
	name: shopper.name,
	email: shopper.email,
});

const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const pages = [
	["/", shopper],
	[`/purchase/${product.id}`, shopper],
	["/dashbord", shopper],
	["/dashbord/myorders", shopper],
	[`/dashbord/payment/${unpaid}`, shopper],
	["/dashbord/manageAllorders", admin],
	["/dashbord/makeAdmin", admin],
	["/dashbord/manageProducts", admin],
	[`/dashbord/updateproducts/${product.id}`, admin],
	["/dashbord/manageReview", admin],
] as const;

test.each(pages)("%s with words of 120 letters is no wider than a phone", async (path, account) => {
	const page = await browser.newPage({ account, width: 390, height: 700 });
	await page.goto(path);
	expect(await overflow(page)).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 320, height: 700 });
	expect(await overflow(page)).toBeLessThanOrEqual(0);
});

const asked = [
	["/dashbord/myorders", "Cencel", shopper],
	["/dashbord/manageAllorders", "Shifting", admin],
	["/dashbord/manageAllorders", "Delete", admin],
	["/dashbord/makeAdmin", "Delete", admin],
	["/dashbord/manageProducts", "Delete", admin],
	["/dashbord/manageReview", "Delete", admin],
] as const;

test.each(asked)(
	"%s: %s shows its question and buttons, however long the rest is",
	async (path, label, account) => {
		const page = await browser.newPage({ account, width: 390, height: 700 });
		await page.goto(path);
		await page.getByRole("main").getByText(label, { exact: true }).first().click();
		const dialog = page.getByRole("dialog");
		const room = await dialog.evaluate(
			({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
				scrollWidth - clientWidth,
				scrollHeight - clientHeight,
			],
		);
		expect(room).toEqual([0, 0]);
		const { y = -1 } = (await dialog.getByRole("heading").boundingBox()) ?? {};
		expect(y).toBeGreaterThan(0);
		expect(await overflow(page)).toBeLessThanOrEqual(0);
	},
);
