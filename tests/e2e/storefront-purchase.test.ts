import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { signedOut } from "#contract/loading-messages.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createProduct, createReviewedProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

/** Clicks the button once it is not busy: while it waits for a response it ignores clicks. */
const confirmOrder = (page: Page) =>
	page
		.getByRole("button", { name: "Confirm order" })
		.and(page.locator(":not([aria-busy])"))
		.click();

test.each([
	["a phone", 390, 844],
	["a window at 200 % zoom", 640, 450],
])(
	"the first screen of %s shows the quantity, before any read-only field",
	async (_, width, height) => {
		const { id } = await createReviewedProduct(shop, 1);
		const account = await createAccount(shop);
		const page = await browser.newPage({ account, width, height });
		await page.goto(`/purchase/${id}`);
		const quantity = await page.getByLabel("Order quantity").boundingBox();
		expect((quantity?.y ?? height) + (quantity?.height ?? 0)).toBeLessThanOrEqual(height);
		const name = await page.getByLabel("Name").boundingBox();
		expect(name?.y).toBeGreaterThan(quantity?.y ?? 0);
		expect(await page.getByRole("heading").allTextContents()).toHaveLength(1);
	},
);

/** Stripe.js, which these tests do not need. Loading the card fields takes longer than the rest of the payment page. */
const stripeScript = "*/__sandbox/stripe.js";

/** Unlike `page.route` this leaves the cache on, which the browser uses to go back. */
async function blockScripts(page: Page, urls: string[]): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.enable");
	await devtools.send("Network.setBlockedURLs", { urls });
}

/** Without JavaScript the server rejects the form, and the browser logs the 400. */
const rejectedForm = [/400 \(Bad Request\)/];

test.each([true, false])(
	"rejects an order below the minimum or above the stock (JavaScript: %s)",
	async (javaScript) => {
		const { id } = await createProduct(shop, { quantity: 40, minimum: 12 });
		const account = await createAccount(shop);
		const page = await browser.newPage({ account, javaScript, allowedProblems: rejectedForm });
		await page.goto(`/purchase/${id}`);
		const quantity = page.getByLabel("Order quantity");
		expect(await quantity.inputValue()).toBe("12");
		expect(await page.getByLabel("Email").inputValue()).toBe(account.email);
		await confirmOrder(page);
		await page.getByText("Location is Required").waitFor();
		await page.getByText("Phone is Required").waitFor();
		await page.getByLabel("Location").fill("1 Bench Road");
		await page.getByLabel("Phone", { exact: true }).fill("555 0100");
		await quantity.fill("11");
		await confirmOrder(page);
		await page.getByText("please order more then 12 pice").waitFor();
		await quantity.fill("41");
		await confirmOrder(page);
		await page.getByText("41 pices is not available").waitFor();
		expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	},
);

test("the total follows the quantity, and a double click places one order and opens its payment", async () => {
	const { id } = await createProduct(shop, { quantity: 40, minimum: 12, priceCents: 250 });
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto(`/purchase/${id}`);
	await page.getByText("$30.00", { exact: true }).waitFor();
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	await page.getByLabel("Order quantity").fill("13");
	await page.getByRole("status").filter({ hasText: "$32.50" }).waitFor();
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await page.getByRole("button", { name: "Confirm order" }).dblclick();
	await page.getByText("your order is wait for payment").waitFor();
	const orderRows = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(orderRows).toMatchObject([{ quantity: 13, email: account.email, paidAt: null }]);
	expect(new URL(page.url()).pathname).toBe(`/dashbord/payment/${orderRows[0]?.id}`);
	const [productRow] = await shop.db.select().from(products).where(eq(products.id, id));
	expect(productRow?.quantity).toBe(27);
});

test("going back to the form and confirming again leads to the existing order", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/409 \(Conflict\)/, /\.js inspector$/],
	});
	const fillForm = async (quantity: string) => {
		await page.getByLabel("Order quantity").fill(quantity);
		await page.getByLabel("Location").fill("1 Bench Road");
		await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	};
	const readOrders = () => shop.db.select().from(orders).where(eq(orders.productId, id));
	const key = page.locator("input[name=idempotencyKey]");
	await blockScripts(page, [stripeScript]);
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await fillForm("10");
	const firstKey = await key.getAttribute("value");
	const goBack = async () => {
		await page.goBack();
		await expect.poll(() => key.getAttribute("value")).toBe(firstKey);
	};
	await confirmOrder(page);
	await page.waitForURL(/payment/);
	const paymentUrl = page.url();
	await shop.db
		.update(orders)
		.set({ createdAt: new Date(0) })
		.where(eq(orders.productId, id));
	await goBack();
	await fillForm("10");
	await confirmOrder(page);
	await page.getByText("You have already placed this order").waitFor();
	expect([page.url(), (await readOrders()).length]).toEqual([paymentUrl, 1]);
	await goBack();
	await fillForm("12");
	await confirmOrder(page);
	await page.getByText("You have already placed an order with this form").waitFor();
	await expect
		.poll(() => page.locator(":focus").textContent())
		.toContain("You have already placed an order with this form");
	expect(await readOrders()).toHaveLength(1);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	expect((await readOrders()).map(({ quantity }) => quantity).sort()).toEqual([10, 12]);
});

test.each([
	["with its scripts", true, []],
	["before its form hydrates", true, ["*/assets/hydrate-*"]],
	["before any script runs", true, ["*/assets/*.js"]],
	["without JavaScript", false, []],
])(
	"confirming immediately after going back places no second order, %s",
	async (_, javaScript, blockedScripts) => {
		const { id } = await createProduct(shop);
		const account = await createAccount(shop);
		const allowedProblems = [/\.js inspector$/];
		const page = await browser.newPage({ account, javaScript, allowedProblems });
		await blockScripts(page, [stripeScript]);
		await page.goto(`/purchase/${id}`, { waitUntil: "commit" });
		await page.getByLabel("Location").fill("1 Bench Road");
		await page.getByLabel("Phone", { exact: true }).fill("555 0100");
		await confirmOrder(page);
		await page.getByText("your order is wait for payment").waitFor();
		await blockScripts(page, [stripeScript, ...blockedScripts]);
		await page.goBack({ waitUntil: "commit" });
		const button = page.getByRole("button", { name: "Confirm order" });
		await button.waitFor();
		expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
		await button.click();
		await page.getByText("your order is wait for payment").waitFor();
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toHaveLength(1);
	},
);

test("the idempotency key of an order form is restored from the browser's history, and a new visit gets a new key", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	const key = page.locator("input[name=idempotencyKey]");
	const formKey = crypto.randomUUID();
	await page.goto(`/purchase/${id}`);
	await page.evaluate((key) => history.replaceState({ formKey: key }, ""), formKey);
	await page.reload();
	await expect.poll(() => key.getAttribute("value")).toBe(formKey);
	await waitForHydration(page);
	await page.getByLabel("Order quantity").fill("11");
	expect(await key.getAttribute("value")).toBe(formKey);
	await page.goto("/tools");
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	expect(await key.getAttribute("value")).not.toBe(formKey);
});

test("a price that rose while the form was open is shown before the order is placed", async () => {
	const { id } = await createProduct(shop, { minimum: 2, priceCents: 250 });
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/409 \(Conflict\)/],
	});
	await page.goto(`/purchase/${id}`);
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await shop.db.update(products).set({ priceCents: 9900 }).where(eq(products.id, id));
	await confirmOrder(page);
	await page.getByText(fillMessage(errors.price_changed.message, { price: "$99.00" })).waitFor();
	await page.getByRole("status").filter({ hasText: "$198.00" }).waitFor();
	expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	const orderRows = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(orderRows).toMatchObject([{ toolPriceCents: 9900, quantity: 2 }]);
});

test.each(["/dashbord/myprofile", "/dashbord/addreview", "purchase"])(
	"rejects a form that another account opened: %s",
	async (path) => {
		const { id } = await createProduct(shop);
		const [ann, bob] = [await createAccount(shop), await createAccount(shop)];
		const formPath = path === "purchase" ? `/purchase/${id}` : path;
		const body = new FormData();
		const html = await (await ann.fetch(formPath)).text();
		expect(html).toContain(`name="email" value="${ann.email}"`);
		for (const [name, value] of Object.entries({
			email: ann.email,
			quantity: "10",
			location: "Ann's",
			phone: "555 0111",
			review: "Ann's",
			ratings: "5",
			img: "/pictures/torque-wrench-800.webp",
			idempotencyKey: crypto.randomUUID(),
		})) {
			body.set(name, value);
		}
		const response = await bob.fetch(formPath, { method: "POST", body });
		expect(response.status).toBe(403);
		expect(await response.text()).toContain("You are now signed in with another account.");
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	},
);

test("the order form has a link to the home page instead of its button if the stock is below the minimum order, and responds with 404 for an unknown tool", async () => {
	const { id } = await createProduct(shop, { quantity: 9, minimum: 10 });
	const account = await createAccount(shop);
	const html = await (await account.fetch(`/purchase/${id}`)).text();
	expect(html).toMatch(/<a [^>]*href="\/"[^>]*>(?:<[^>]*>)*out of stock</);
	expect(html).not.toMatch(/Confirm order|Order quantity/);
	const notFound = await account.fetch("/purchase/none");
	expect(notFound.status).toBe(404);
	expect(await notFound.text()).toContain(errors.product_not_found.message);
});

test("going back from one order form to another does not carry over its values", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	const [first, second] = [
		await createProduct(shop, { priceCents: 888_800 }),
		await createProduct(shop, { priceCents: 888_800 }),
	];
	await page.goto(`/purchase/${first.id}`);
	await page.getByRole("link", { name: "Tool details" }).click();
	const similarTools = page.getByRole("region", { name: "Similar tools" });
	await similarTools.getByRole("link", { name: second.name }).click();
	await page.getByRole("heading", { level: 1, name: second.name }).waitFor();
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.getByLabel("Order quantity").fill("77");
	await page.evaluate(() => void setTimeout(() => history.go(-3)));
	await page.getByRole("heading", { level: 1, name: first.name }).waitFor();
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("10");
});

test("without JavaScript a rejected order names every invalid field", async () => {
	const { id } = await createProduct(shop, { minimum: 6 });
	const page = await browser.newPage({
		account: await createAccount(shop),
		javaScript: false,
		allowedProblems: rejectedForm,
	});
	await page.goto(`/purchase/${id}`);
	await page.getByLabel("Order quantity").fill("2");
	await confirmOrder(page);
	await page.getByText("Location is Required").waitFor();
	await page.getByText("Phone is Required").waitFor();
	await page.getByText(fillMessage(errors.below_minimum.message, { minimum: 6 })).waitFor();
});

test("an order form keeps what was typed when its account signs out in another tab, and can be sent after the next login", async () => {
	const { id } = await createProduct(shop);
	const password = "a long secret";
	const account = await createAccount(shop, { password });
	const page = await browser.newPage({ account });
	const storesToken = (isStored: boolean) =>
		page.waitForFunction((is) => (localStorage.getItem("accessToken") !== null) === is, isStored);
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await storesToken(true);
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	const tab = await page.context().newPage();
	await tab.goto("/blogs");
	await tab.getByRole("button", { name: "SignOut" }).click();
	await storesToken(false);
	await confirmOrder(page);
	await page.getByText(signedOut).waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	await tab.getByLabel("Email").fill(account.email);
	await tab.getByLabel("Password", { exact: true }).fill(password);
	await tab.getByRole("button", { name: "Login" }).click();
	await storesToken(true);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
});
