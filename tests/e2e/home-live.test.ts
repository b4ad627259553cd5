import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { refreshMs } from "#contract/limits.ts";
import { products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test.each(["a visitor", "a shopper"])(
	"the home page shows new stock to %s automatically and does not scroll",
	async (role) => {
		const { id, name } = await createProduct(shop, { quantity: 40, minimum: 5 });
		const options = role === "a shopper" ? { account: await createAccount(shop) } : {};
		const page = await browser.newPage({ ...options, mockClock: true });
		await page.goto("/?page=0");
		const card = page.getByRole("listitem").filter({ hasText: name });
		await card.getByText("In stock: 40 pieces").waitFor();
		await page.getByRole("heading", { name: "Get Car Repair Tools" }).hover();
		await page.getByRole("button", { name: "Subcribe" }).scrollIntoViewIfNeeded();
		await page.locator(".recharts-line").first().waitFor();
		const offset = await page.evaluate(() => scrollY);
		await shop.db.update(products).set({ quantity: 4 }).where(eq(products.id, id));
		await page.clock.runFor(refreshMs);
		await card.getByText("Out of stock").waitFor();
		expect(await page.evaluate(() => scrollY)).toBe(offset);
	},
);

test("a tool card under the pointer does not change, while the others show their new stock", async () => {
	const [first, second] = [await createProduct(shop), await createProduct(shop)];
	const page = await browser.newPage({ mockClock: true });
	await page.goto("/?page=0");
	const getCard = ({ name }: { name: string }) =>
		page.getByRole("listitem").filter({ hasText: name });
	await getCard(first).getByRole("heading").hover();
	for (const [index, { id }] of [first, second].entries()) {
		await shop.db
			.update(products)
			.set({ quantity: 701 + index })
			.where(eq(products.id, id));
	}
	await page.clock.runFor(refreshMs);
	await getCard(second).getByText("In stock: 702 pieces").waitFor();
	expect(await getCard(first).getByText("In stock: 701 pieces").count()).toBe(0);
	await page.mouse.move(1, 1);
	await page.clock.runFor(refreshMs);
	await getCard(first).getByText("In stock: 701 pieces").waitFor();
});

test("the order form shows new stock automatically and keeps its values", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop), mockClock: true });
	await page.goto(`/purchase/${id}`);
	await page.getByLabel("Location").fill("1 Workshop Lane");
	await shop.db.update(products).set({ quantity: 703 }).where(eq(products.id, id));
	await page.clock.runFor(refreshMs);
	await page.getByText("In stock: 703 pieces").waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Workshop Lane");
});

test("Purchase takes the shown quantity to the order form, even if the minimum order has fallen since", async () => {
	const { id } = await createProduct(shop, { minimum: 20 });
	const page = await browser.newPage({ account: await createAccount(shop), mockClock: true });
	await page.goto(`/tools/${id}`);
	await shop.db.update(products).set({ minimum: 5 }).where(eq(products.id, id));
	await page.clock.runFor(refreshMs);
	await page.getByText("Minimum order 5 pieces").waitFor();
	expect(await page.getByLabel("Quantity").inputValue()).toBe("20");
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("20");
});
