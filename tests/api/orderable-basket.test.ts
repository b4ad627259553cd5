import { eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { basketLines, orders, products, savedListLines } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addBasketLine, openCheckout, submitCheckout } from "../support/basket.ts";
import { openHtml } from "../support/html-page.ts";
import { createProduct } from "../support/products.ts";
import { addSavedList } from "../support/saved-lists.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

type ProductValues = Parameters<typeof createProduct>[1];

/** Creates a customer, and one tool for each of `changes`. The basket has 20 pieces of each. `applyChanges` updates the tools. */
async function createCustomerWithBasket(changes: ProductValues[]) {
	const account = await createAccount(shop);
	const tools = await Promise.all(changes.map(() => createProduct(shop)));
	await shop.db.insert(basketLines).values(
		tools.map(({ id }, index) => ({
			userId: account.id,
			productId: id,
			quantity: 20,
			priceCents: 1_250,
			addedAt: new Date(index + 1),
		})),
	);
	const applyChanges = async () => {
		for (const [index, { id }] of tools.entries())
			await shop.db
				.update(products)
				.set(changes[index] ?? {})
				.where(eq(products.id, id));
	};
	const countOrders = () => shop.db.$count(orders, eq(orders.userId, account.id));
	return { account, tools, applyChanges, countOrders };
}

const noneOrderableMessage = "None of these tools can be ordered now.";
const checkoutLink = 'href="/checkout"';

test("a basket without orderable tools cannot be checked out and says why", async () => {
	const { account, applyChanges, countOrders } = await createCustomerWithBasket([
		{ quantity: 0 },
		{ deletedAt: new Date() },
	]);
	expect((await openHtml(shop, "/basket", account)).html).toContain(checkoutLink);
	const form = await openCheckout(account);
	await applyChanges();
	const basketPage = await openHtml(shop, "/basket", account);
	expect(basketPage.html).not.toContain(checkoutLink);
	expect(basketPage.text).toContain(noneOrderableMessage);
	expect(basketPage.text).not.toContain("$0.00");
	const response = await account.fetch("/checkout");
	expect([response.status, response.headers.get("Location")]).toEqual([302, "/basket"]);
	expect(decodeURIComponent(response.headers.get("Set-Cookie") ?? "")).toContain(
		noneOrderableMessage,
	);
	expect((await submitCheckout(account, form)).status).toBe(409);
	expect(await countOrders()).toBe(0);
});

test("the checkout shows that a tool costs more per piece if the stock no longer reaches its price break", async () => {
	const account = await createAccount(shop);
	const { id: productId } = await createProduct(shop, { quantity: 60, priceBreaks: [[100, 900]] });
	await addBasketLine(shop, { userId: account.id, productId, quantity: 110, priceCents: 900 });
	const { text } = await openHtml(shop, "/checkout", account);
	expect(text).toContain("You'll get 60 instead of 110.");
	expect(text).toContain("The price has changed from $9.00 to $12.50 per piece.");
	expect(text).toContain("Total $750.00");
});

test("adding a saved list to the basket says which of its tools are no longer sold", async () => {
	const { account, tools, applyChanges } = await createCustomerWithBasket([
		{ quantity: 50 },
		{ deletedAt: new Date() },
	]);
	const basket = await openHtml(shop, "/basket", account);
	const list = await (await basket.press("Save", { "List name": "Brakes" })).follow("View list");
	await applyChanges();
	expect((await list.press("Add to basket")).text).toContain(
		`1 tool added to your basket. No longer for sale: ${tools[1]?.name}.`,
	);
});

test("saving a basket that was emptied in the meantime as a list says why it fails", async () => {
	const account = await createAccount(shop);
	const { id: productId } = await createProduct(shop);
	await addBasketLine(shop, { userId: account.id, productId });
	const basketPage = await openHtml(shop, "/basket", account);
	await shop.db.delete(basketLines).where(eq(basketLines.userId, account.id));
	const emptyPage = await basketPage.press("Save", { "List name": "Brake jobs" });
	expect(emptyPage.text).toContain("Your basket is empty.");
	expect(emptyPage.text).toContain(errors.list_empty.message);
});

test("a basket whose quantities cannot be ordered offers the checkout after one of them is corrected", async () => {
	const changes = [{ quantity: 15 }, { minimum: 30 }];
	const { account, tools, applyChanges, countOrders } = await createCustomerWithBasket(changes);
	await applyChanges();
	const [firstTool] = tools;
	const basketPage = await openHtml(shop, "/basket", account);
	expect(basketPage.html).not.toContain(checkoutLink);
	expect(basketPage.text).toContain("Set the quantities suggested above to check out.");
	const changedPage = await basketPage.press(`Set to 15 pieces of ${firstTool?.name}`);
	expect(changedPage.html).toContain(checkoutLink);
	expect(changedPage.text).not.toContain("suggested above");
	expect((await submitCheckout(account, await openCheckout(account))).status).toBe(303);
	expect(await countOrders()).toBe(2);
});

test("a basket that exceeds the maximum payment shows the limit instead of a link to the checkout", async () => {
	const highPrice = { priceCents: 4_000_000 };
	const { account, tools, applyChanges } = await createCustomerWithBasket([highPrice, highPrice]);
	await applyChanges();
	const basketPage = await openHtml(shop, "/basket", account);
	expect(basketPage.html).not.toContain(checkoutLink);
	expect(basketPage.text).toContain("One payment can be at most $999,999.99");
	const ids = tools.map(({ id }) => id);
	await shop.db.update(products).set({ priceCents: 1_000 }).where(inArray(products.id, ids));
	expect((await openHtml(shop, "/basket", account)).html).toContain(checkoutLink);
});

test("the total of a saved list says that it leaves out tools with a problem, and is never $0.00", async () => {
	const account = await createAccount(shop);
	const soldOutTool = await createProduct(shop, { quantity: 0 });
	const tool = await createProduct(shop);
	const list = await addSavedList(shop, { userId: account.id, productId: soldOutTool.id });
	const readTexts = async () => [
		(await openHtml(shop, `/dashbord/lists/${list.id}`, account)).text,
		(await openHtml(shop, `/list/${list.shareToken}`)).text,
	];
	for (const text of await readTexts()) {
		expect(text).toContain("1 tool");
		expect(text).not.toContain("$0.00");
	}
	await shop.db
		.insert(savedListLines)
		.values({ listId: list.id, productId: tool.id, quantity: 10, position: 1 });
	for (const text of await readTexts())
		expect(text).toContain("2 tools, $125.00 today, not including tools with a problem");
});

test("a quick order of which no line can be ordered has no total", async () => {
	const page = await openHtml(shop, "/quick-order?lines=No+such+tool%093");
	const { text } = await page.press("Check");
	expect(text).toContain("0 of 1 line can be ordered");
	expect(text).not.toContain("$0.00");
});
