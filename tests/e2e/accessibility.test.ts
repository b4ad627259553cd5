import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(async () => {
	await browser.close();
	await shop.stop();
});

/** What axe finds against WCAG 2.2 AA: the rule, and where. */
async function findViolations(page: Page, path: string) {
	await page.goto(path);
	const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
	const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
	return violations.map(({ id, nodes }) => `${path}: ${id} at ${nodes[0]?.target}`);
}

const looks = [
	{ width: 1280, colorScheme: "light" },
	{ width: 390, colorScheme: "dark" },
] as const;

async function checkPages(account: TestAccount | undefined, paths: string[]) {
	for (const look of looks) {
		const page = await browser.newPage({
			...look,
			...(account && { account }),
			allow: [/status of 404/, /no-such-page/],
		});
		for (const path of paths) expect(await findViolations(page, path)).toEqual([]);
	}
}

const placed = v.object({ insertedId: v.string() });

async function placeOrder(account: TestAccount, productId: string): Promise<string> {
	const order = {
		toolId: productId,
		email: account.email,
		quantity: 10,
		location: "Bay",
		phone: "1",
	};
	const answer = await account.fetch("/orders", asJson(order));
	return v.parse(placed, await answer.json()).insertedId;
}

test("axe finds nothing on the pages of everyone, light and dark, wide and narrow", async () => {
	await createProduct(shop);
	await createProduct(shop, { quantity: 3 });
	await checkPages(undefined, [
		"/",
		"/login",
		"/signup",
		"/reset-password?token=x",
		"/blogs",
		"/potfolio",
		"/no-such-page",
	]);
}, 90_000);

test("axe finds nothing on the reference of the calls, light and dark, wide and narrow", async () => {
	await checkPages(undefined, ["/docs"]);
}, 90_000);

test("axe finds nothing on the pages of a shopper, light and dark, wide and narrow", async () => {
	const shopper = await createAccount(shop);
	const [inStock, outOfStock] = [
		await createProduct(shop),
		await createProduct(shop, { quantity: 3 }),
	];
	const order = await placeOrder(shopper, inStock.id);
	await checkPages(shopper, [
		`/purchase/${inStock.id}`,
		`/purchase/${outOfStock.id}`,
		"/dashbord",
		"/dashbord/myorders",
		`/dashbord/payment/${order}`,
		"/dashbord/addreview",
	]);
}, 90_000);

test("axe finds nothing on the pages of an admin, light and dark, wide and narrow", async () => {
	const admin = await createAdmin(shop);
	const product = await createProduct(shop);
	await placeOrder(await createAccount(shop), product.id);
	await checkPages(admin, [
		"/dashbord/manageAllorders",
		"/dashbord/addproducts",
		`/dashbord/updateproducts/${product.id}`,
		"/dashbord/manageProducts",
		"/dashbord/makeAdmin",
		"/dashbord/manageReview",
	]);
}, 90_000);
