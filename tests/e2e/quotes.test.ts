import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { quoteNumber } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { checkouts, orders, products, quotes } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { logIn } from "../support/log-in.ts";
import { fillDelivery, readDrafts } from "../support/order-form.ts";
import { validPassword } from "../support/passwords.ts";
import { payByCard, testCards } from "../support/pay-by-card.ts";
import { countPrintedPages } from "../support/print.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const suffix = createId().slice(0, 6).toUpperCase();
const [bar, ratchet] = [
	await createProduct(shop, { name: `Quoted bar ${suffix}` }),
	await createProduct(shop, { name: `Quoted ratchet ${suffix}` }),
];
await shop.db
	.update(products)
	.set({ partNumber: `QB-${suffix}` })
	.where(eq(products.id, bar.id));

/** Quotes the requested 45 pieces of the bar at $9.99, and adds 20 pieces of the ratchet at $8.50. */
async function sendQuote(page: Page, id: string): Promise<void> {
	await page.goto("/dashbord/quotes?state=new");
	await page.locator(`a[href="/dashbord/quotes/${id}"]`).click();
	await page.getByLabel("Pieces").waitFor();
	expect(await page.getByLabel("Pieces").inputValue()).toBe("45");
	await page.getByLabel("$ per piece").fill("9.99");
	await page.getByLabel("Add tools").fill(`${ratchet.name}, 20\nNo such tool, 3`);
	await page.getByRole("button", { name: "Add and update lines" }).click();
	await page.getByRole("listitem").getByText("No such tool, 3").waitFor();
	await page.getByText("Total $699.55").waitFor();
	await page.getByLabel("$ per piece").nth(1).fill("8.50");
	await page.getByRole("button", { name: "Send quote" }).click();
	await page.getByText("Not sent yet. Correct the tools that were not found").waitFor();
	await page.getByLabel("Add tools").fill("");
	expect(await page.getByLabel("$ per piece").first().inputValue()).toBe("9.99");
	await page.getByLabel("Note to the customer (optional)").fill("Ships in two days");
	await page.getByRole("button", { name: "Send quote" }).click();
	await page.getByText(success.quoteSent).waitFor();
}

test("a customer requests a quote on a phone, staff answer it, and the customer accepts it and pays", {
	timeout: 60_000,
}, async () => {
	const account = await createAccount(shop, { password: validPassword });
	const page = await browser.newPage({ width: 390, height: 844, hasTouch: true });
	await page.goto("/");
	await page.getByRole("button", { name: "Request For Quote" }).click();
	await page.getByRole("link", { name: "Request a quote" }).first().click();
	await page.getByText("request a quote. We'll save it in your account").waitFor();
	await logIn(page, account.email);
	await page.waitForURL("/dashbord/requestquote");
	await waitForHydration(page);
	await page.getByLabel("Tools and quantities").fill(`qb-${suffix.toLowerCase()}, 45`);
	await page.getByLabel("Company (optional)").fill("Acme Garage");
	await page.getByRole("button", { name: "Send request" }).click();
	await page.getByText(success.quoteRequested).waitFor();
	await page.getByText("We'll email you when it's ready.").waitFor();
	const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	const staff = await createAccount(shop, { role: "support" });
	await sendQuote(await browser.newPage({ account: staff, javaScript: false }), id);
	await page.reload();
	await waitForHydration(page);
	await page.getByText("Ships in two days").waitFor();
	await fillDelivery(page);
	await page.getByRole("button", { name: "Accept and order" }).click();
	await page.getByText(success.orderPlaced).waitFor();
	expect(await readDrafts(page)).not.toContain(id);
	await payByCard(page, testCards.valid);
	await page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
	const placedOrders = await shop.db.select().from(orders).where(eq(orders.userId, account.id));
	expect(
		placedOrders.map(({ productId, quantity, toolPriceCents, state }) => [
			productId,
			quantity,
			toolPriceCents,
			state,
		]),
	).toEqual([
		[bar.id, 45, 999, "paid"],
		[ratchet.id, 20, 850, "paid"],
	]);
	await page.goto(`/dashbord/myquotes/${id}`);
	await page.getByText("You have accepted this quote.").waitFor();
	const width = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(width).toBe(390);
});

test("a printed quote names the shop and the customer as an invoice does, on one page", async () => {
	const account = await createAccount(shop, { name: "Olive Owner" });
	const values = {
		userId: account.id,
		productId: bar.id,
		company: "Acme Garage",
		phone: "555 0199",
	};
	const quoteId = await addQuote(shop, values);
	const page = await browser.newPage({ account, colorScheme: "dark" });
	await page.goto(`/dashbord/myquotes/${quoteId}`);
	await page.emulateMedia({ media: "print" });
	const [text = ""] = await page.locator("main").allInnerTexts();
	for (const part of [
		quoteNumber(quoteId),
		`Torque Tool Depot\norders@torquetooldepot.example\n${shop.env.SHOP_ORIGIN}`,
		`Olive Owner\nAcme Garage\n555 0199\n${account.email}`,
		"$220.00",
	]) {
		expect(text).toContain(part);
	}
	expect(text).not.toContain("Accept this quote");
	expect(await countPrintedPages(page, "Letter")).toBe(1);
});

test("accepting a quote places no order if stock is too low, and the page names the tool", async () => {
	const account = await createAccount(shop);
	const scarce = await createProduct(shop, { quantity: 20 });
	const quoteId = await addQuote(shop, { userId: account.id, productId: scarce.id });
	const page = await browser.newPage({ account, allowedProblems: [/status of 409/] });
	await page.goto(`/dashbord/myquotes/${quoteId}`);
	await waitForHydration(page);
	await fillDelivery(page);
	await shop.db.update(products).set({ quantity: 15 }).where(eq(products.id, scarce.id));
	await page.getByRole("button", { name: "Accept and order" }).click();
	await page.getByText(errors.lines_rejected.message).waitFor();
	await page.getByText(`We have only 15 pieces of ${scarce.name} in stock.`).waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	expect(await shop.db.$count(checkouts, eq(checkouts.userId, account.id))).toBe(0);
});

test("a customer's quote keeps the address typed into it when its page is left or reloaded, but no saved address", async () => {
	const account = await createAccount(shop);
	await addAddress(shop, account.id, { location: "9 Dock Street" });
	const id = await addQuote(shop, { userId: account.id, productId: bar.id });
	const page = await browser.newPage({ account });
	await page.goto(`/dashbord/myquotes/${id}`);
	await waitForHydration(page);
	await page.getByLabel("Another address").check();
	await fillDelivery(page);
	expect(await readDrafts(page)).toContain("Bench");
	expect(await readDrafts(page)).not.toContain("Dock");
	await page.getByRole("link", { name: "My Orders" }).click();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	await page.goBack();
	await expect.poll(() => page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	await page.reload();
	await expect.poll(() => page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	await shop.db.update(quotes).set({ expiresAt: new Date() }).where(eq(quotes.id, id));
	await page.reload();
	await page.getByText("This quote is no longer valid.").waitFor();
	await expect.poll(() => readDrafts(page)).not.toContain("Bench");
});

test("staff see an offer that a colleague sent in the meantime and keep their own input", async () => {
	const customer = await createAccount(shop);
	const quoteId = await addQuote(shop, { userId: customer.id, productId: bar.id });
	const staff = await createAccount(shop, { role: "support" });
	const page = await browser.newPage({ account: staff, allowedProblems: [/status of 409/] });
	await page.goto(`/dashbord/quotes/${quoteId}`);
	await waitForHydration(page);
	await page.getByText("Total $220.00").waitFor();
	await page.getByLabel("$ per piece").fill("8.");
	await page.getByText("Total –").waitFor();
	await page.getByLabel("$ per piece").fill("8.00");
	await page.getByText("Total $160.00").waitFor();
	await shop.db.update(quotes).set({ revision: 2 }).where(eq(quotes.id, quoteId));
	const button = page.getByRole("button", { name: "Send updated quote" });
	await button.click();
	await page.getByText(errors.quote_changed.message).waitFor();
	await page.getByRole("cell", { name: "$220.00" }).first().waitFor();
	expect(await page.getByLabel("$ per piece").inputValue()).toBe("8.00");
	const requests: string[] = [];
	page.on("request", (request) => requests.push(request.method()));
	const continueRequests = await delayRequests(page, /quotes.*\.data/);
	await button.and(page.locator(":not([aria-busy])")).click();
	await expect.poll(() => requests).toContain("POST");
	await button.click();
	continueRequests();
	await page.getByText(success.quoteSent).waitFor();
	expect(requests.filter((method) => method === "POST")).toHaveLength(1);
	const row = await shop.db.select().from(quotes).where(eq(quotes.id, quoteId)).get();
	expect(row?.revision).toBe(3);
});

test("a quote request keeps its text through reloads, and adds what is new in the basket, until it is sent", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/requestquote");
	await waitForHydration(page);
	const [tools, message] = [
		page.getByLabel("Tools and quantities"),
		page.getByLabel("Message (optional)"),
	];
	await tools.fill(`${ratchet.name}, 7`);
	await message.fill("With the case, please");
	await page.reload();
	await expect.poll(() => message.inputValue()).toBe("With the case, please");
	expect(await tools.inputValue()).toBe(`${ratchet.name}, 7`);
	const body = new URLSearchParams({ product: bar.id, quantity: "10" });
	await account.fetch("/basket/add", { method: "POST", body });
	await page.reload();
	await expect.poll(() => message.inputValue()).toBe("With the case, please");
	expect(await tools.inputValue()).toBe(`${ratchet.name}, 7\nQB-${suffix}, 10`);
	await message.press("End");
	await message.press("!");
	await page.reload();
	await expect.poll(() => message.inputValue()).toBe("With the case, please!");
	expect(await tools.inputValue()).toBe(`${ratchet.name}, 7\nQB-${suffix}, 10`);
	await page.getByRole("button", { name: "Send request" }).click();
	await page.getByText(success.quoteRequested).waitFor();
	await page.goto("/dashbord/requestquote");
	await waitForHydration(page);
	expect(await message.inputValue()).toBe("");
	expect(await readDrafts(page)).not.toContain("case");
});
