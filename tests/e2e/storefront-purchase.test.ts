import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

/** A press while the answer to the one before is still loaded is dropped: the button shows that it is busy. */
const confirm = (page: Page) =>
	page
		.getByRole("button", { name: "Confirm order" })
		.and(page.locator(":not([aria-busy])"))
		.click();

/** Without script it is the server that refuses, and the browser notes the 400. */
const refused = [/400 \(Bad Request\)/];

test.each([true, false])(
	"an order outside the rules is refused, script: %s",
	async (javaScript) => {
		const { id } = await createProduct(shop, { quantity: 40, minimum: 12 });
		const account = await createAccount(shop);
		const page = await browser.newPage({ account, javaScript, allowedProblems: refused });
		await page.goto(`/purchase/${id}`);
		const quantity = page.getByLabel("Order quantity");
		expect(await quantity.inputValue()).toBe("12");
		expect(await page.getByLabel("Email").inputValue()).toBe(account.email);
		await confirm(page);
		await page.getByText("Location is Required").waitFor();
		await page.getByText("Phone is Required").waitFor();
		await page.getByLabel("Location").fill("1 Bench Road");
		await page.getByLabel("Phone").fill("555 0100");
		await quantity.fill("11");
		await confirm(page);
		await page.getByText("please order more then 12 pice").waitFor();
		await quantity.fill("41");
		await confirm(page);
		await page.getByText("41 pices is not available").waitFor();
		expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	},
);

test("the total follows the quantity, and a double click is one order that leads to its payment", async () => {
	const { id } = await createProduct(shop, { quantity: 40, minimum: 12, priceCents: 250 });
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto(`/purchase/${id}`);
	await page.getByText("$30.00").waitFor();
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	await page.getByLabel("Order quantity").fill("13");
	await page.getByRole("status").filter({ hasText: "$32.50" }).waitFor();
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone").fill("555 0100");
	await page.getByRole("button", { name: "Confirm order" }).dblclick();
	await page.getByText("your order is wait for payment").waitFor();
	const placed = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(placed).toMatchObject([{ quantity: 13, email: account.email, paidAt: null }]);
	expect(new URL(page.url()).pathname).toBe(`/dashbord/payment/${placed[0]?.id}`);
	const [left] = await shop.db.select().from(products).where(eq(products.id, id));
	expect(left?.quantity).toBe(27);
});

test("going back to the form and confirming again leads to the order that exists", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/409 \(Conflict\)/],
	});
	const fill = async (pieces: string) => {
		await page.getByLabel("Order quantity").fill(pieces);
		await page.getByLabel("Location").fill("1 Bench Road");
		await page.getByLabel("Phone").fill("555 0100");
	};
	const placed = () => shop.db.select().from(orders).where(eq(orders.productId, id));
	const key = page.locator("input[name=idempotencyKey]");
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await fill("10");
	const made = await key.getAttribute("value");
	const goBack = async () => {
		await page.goBack();
		await expect.poll(() => key.getAttribute("value")).toBe(made);
	};
	await confirm(page);
	await page.waitForURL(/payment/);
	const first = page.url();
	await shop.db
		.update(orders)
		.set({ createdAt: new Date(0) })
		.where(eq(orders.productId, id));
	await goBack();
	await fill("10");
	await confirm(page);
	await page.getByText("You have already placed this order").waitFor();
	expect([page.url(), (await placed()).length]).toEqual([first, 1]);
	await goBack();
	await fill("12");
	await confirm(page);
	await page.getByText("You have already placed an order with this form").waitFor();
	expect(await placed()).toHaveLength(1);
	await confirm(page);
	await page.getByText("your order is wait for payment").waitFor();
	expect((await placed()).map(({ quantity }) => quantity).sort()).toEqual([10, 12]);
});

/** Unlike `page.route` this leaves the browser's cache on, by which it goes back. */
async function blockScripts(page: Page, urls: string[]): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.enable");
	await devtools.send("Network.setBlockedURLs", { urls });
}

test.each([
	["with its script", true, []],
	["before its form is hydrated", true, ["*/assets/hydrate-*"]],
	["before any script runs", true, ["*/assets/*.js"]],
	["without script", false, []],
])(
	"confirming immediately after going back is the same order, %s",
	async (_, javaScript, blocked) => {
		const { id } = await createProduct(shop);
		const account = await createAccount(shop);
		const allowedProblems = [/\.js inspector$/];
		const page = await browser.newPage({ account, javaScript, allowedProblems });
		await page.goto(`/purchase/${id}`, { waitUntil: "commit" });
		await page.getByLabel("Location").fill("1 Bench Road");
		await page.getByLabel("Phone").fill("555 0100");
		await confirm(page);
		await page.getByText("your order is wait for payment").waitFor();
		await blockScripts(page, blocked);
		await page.goBack({ waitUntil: "commit" });
		const button = page.getByRole("button", { name: "Confirm order" });
		await button.waitFor();
		expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
		await button.click();
		await page.getByText("your order is wait for payment").waitFor();
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toHaveLength(1);
	},
);

test("the key of an order form is restored from the browser's history, and a new visit has another", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	const key = page.locator("input[name=idempotencyKey]");
	const kept = crypto.randomUUID();
	await page.goto(`/purchase/${id}`);
	await page.evaluate((formKey) => history.replaceState({ formKey }, ""), kept);
	await page.reload();
	await expect.poll(() => key.getAttribute("value")).toBe(kept);
	await waitForHydration(page);
	await page.getByLabel("Order quantity").fill("11");
	expect(await key.getAttribute("value")).toBe(kept);
	await page.goto("/tools");
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	expect(await key.getAttribute("value")).not.toBe(kept);
});

test("a price that rose while the form was open is shown before anything is ordered", async () => {
	const { id } = await createProduct(shop, { minimum: 2, priceCents: 250 });
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/409 \(Conflict\)/],
	});
	await page.goto(`/purchase/${id}`);
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone").fill("555 0100");
	await shop.db.update(products).set({ priceCents: 9900 }).where(eq(products.id, id));
	await confirm(page);
	await page.getByText(fillMessage(errors.price_changed.message, { price: "$99.00" })).waitFor();
	await page.getByRole("status").filter({ hasText: "$198.00" }).waitFor();
	expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	await confirm(page);
	await page.getByText("your order is wait for payment").waitFor();
	const placed = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(placed).toMatchObject([{ toolPriceCents: 9900, quantity: 2 }]);
});

test.each(["/dashbord/myprofile", "/dashbord/addreview", "purchase"])(
	"a form that was opened by one account is refused for another: %s",
	async (path) => {
		const { id } = await createProduct(shop);
		const [ann, bob] = [await createAccount(shop), await createAccount(shop)];
		const address = path === "purchase" ? `/purchase/${id}` : path;
		const body = new FormData();
		const page = await (await ann.fetch(address)).text();
		expect(page).toContain(`name="email" value="${ann.email}"`);
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
		const response = await bob.fetch(address, { method: "POST", body });
		expect(response.status).toBe(403);
		expect(await response.text()).toContain("You are now signed in with another account.");
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	},
);

test("a tool below its minimum has a way back in place of the button, an unknown one is a 404", async () => {
	const { id } = await createProduct(shop, { quantity: 9, minimum: 10 });
	const account = await createAccount(shop);
	const html = await (await account.fetch(`/purchase/${id}`)).text();
	expect(html).toMatch(/<a [^>]*href="\/"[^>]*>(?:<[^>]*>)*out of stock</);
	expect(html).not.toContain("Confirm order");
	const unknown = await account.fetch("/purchase/none");
	expect(unknown.status).toBe(404);
	expect(await unknown.text()).toContain(errors.product_not_found.message);
});

test("going back from one order form to another mixes nothing", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	const [first, second] = [
		await createProduct(shop, { priceCents: 888_800 }),
		await createProduct(shop, { priceCents: 888_800 }),
	];
	await page.goto(`/purchase/${first.id}`);
	const similar = page.getByRole("region", { name: "Similar tools" });
	await similar.getByRole("link", { name: second.name }).click();
	await page.getByRole("heading", { level: 1, name: second.name }).waitFor();
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.getByLabel("Order quantity").fill("77");
	await page.evaluate(() => void setTimeout(() => history.go(-2)));
	await page.getByRole("heading", { level: 1, name: first.name }).waitFor();
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("10");
});
