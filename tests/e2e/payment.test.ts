import type { Response } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { answerBank, cards, payByCard, typeCard } from "../support/card.ts";
import { startCheckout } from "../support/checkout.ts";

const till = await startCheckout();
const { shop } = till;
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

type Wish = Parameters<typeof browser.newPage>[0];

/** A shopper before the card form of a new order. */
async function openPayment(wish: Wish = {}) {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const order = await till.placeOrder(account);
	const page = await browser.newPage({ account, ...wish });
	await page.goto(`/dashbord/payment/${order}`);
	return { page, order, account };
}

/** Stripe answers a refused card with 402, which browsers write to the console. */
const refusedCard = [/status of 402/];

test("the provider's words about a declined card stand in red, and the order stays unpaid", async () => {
	const { page, order } = await openPayment({ allow: refusedCard });
	await payByCard(page, cards.declined);
	const problem = page.getByRole("alert").filter({ hasText: "Your card was declined." });
	await problem.waitFor();
	const [red = 0, green = 0, blue = 0] = await problem.evaluate((element) =>
		(getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
	);
	expect(red).toBeGreaterThan(2 * Math.max(green, blue));
	expect(await till.transactionOf(order)).toBeNull();
});

test("after a declined card another one pays", async () => {
	const { page, order } = await openPayment({ allow: refusedCard });
	await payByCard(page, cards.declined);
	await page.getByText("Your card was declined.").waitFor();
	await payByCard(page, cards.good);
	await page.getByText("payment Done").waitFor();
	expect(await till.transactionOf(order)).toMatch(/^pi_/);
});

test("a bank may ask: refused it charges nothing, confirmed it pays", async () => {
	const { page, order } = await openPayment();
	await payByCard(page, cards.secure);
	await answerBank(page, "Fail authentication");
	await page.getByText("unable to authenticate").waitFor();
	expect(await till.transactionOf(order)).toBeNull();
	await page.getByRole("button", { name: "Pay" }).click();
	await answerBank(page, "Complete authentication");
	await page.getByText("payment Done").waitFor();
	expect(await till.transactionOf(order)).toMatch(/^pi_/);
});

test("the form stands beside what is paid for; then thanks, the transaction and what comes next", async () => {
	const { page, order } = await openPayment({ width: 390 });
	const summary = page.getByRole("region", { name: "Your order" });
	expect((await summary.allInnerTexts()).flatMap((text) => text.split(/\n+/))).toEqual([
		`10 pieces of ${till.product.name}`,
		"$12.50 per piece",
		...["Total", "$125.00", "Deliver to", "Paula Payer", "Here", "1"],
	]);
	await payByCard(page, cards.good);
	const thanks = page.getByRole("heading", { name: "Thank you for your order" });
	await thanks.waitFor();
	await expect
		.poll(() => thanks.evaluate((heading) => heading === document.activeElement))
		.toBe(true);
	await page.getByText("payment Done").waitFor();
	await page.reload();
	await page.getByText(String(await till.transactionOf(order))).waitFor();
	expect(await page.getByRole("button", { name: "Pay" }).count()).toBe(0);
	const invoice = page.getByRole("link", { name: "Print the invoice" });
	expect(await invoice.getAttribute("href")).toBe(`/dashbord/invoice/${order}`);
	await page.getByRole("link", { name: "See your order" }).click();
	await page.waitForURL(`/dashbord/orders/${order}`);
});

test("Pay waits for the secret, and for nothing else to be charged", async () => {
	const secret = Promise.withResolvers<void>();
	const account = await createAccount(shop);
	const order = await till.placeOrder(account);
	const page = await browser.newPage({ account });
	await page.route("**/create-payment-intent", async (route) => {
		await secret.promise;
		await route.continue();
	});
	await page.goto(`/dashbord/payment/${order}`);
	const button = page.getByRole("button", { name: "Pay" });
	expect(await button.isDisabled()).toBe(true);
	secret.resolve();
	await typeCard(page, cards.good);
	expect(await button.isEnabled()).toBe(true);
});

test("the shop hears of a charge although its answer was lost at first", async () => {
	const { page, order } = await openPayment({ allow: [/ERR_FAILED/] });
	await till.stripe.setSwitches(order, { webhooks: "hold" });
	let lost = 0;
	await page.route(`**/orders/${order}`, (route) => {
		lost += 1;
		return lost > 2 ? route.continue() : route.abort();
	});
	await payByCard(page, cards.good);
	await page.getByText("is being confirmed").waitFor();
	expect(await page.getByRole("button", { name: "Pay" }).isDisabled()).toBe(true);
	await page.getByText("payment Done").waitFor();
	expect(await till.transactionOf(order)).toMatch(/^pi_/);
});

test("what a bank has not decided yet is waited for", async () => {
	const { page, order } = await openPayment();
	await payByCard(page, cards.slow);
	await page.getByText("Your bank is processing the payment").waitFor();
	const { intents } = await till.stripe.readLedger();
	const intent = intents.find(({ metadata }) => metadata.order === order);
	await till.stripe.decide(String(intent?.id), "succeeded");
	await page.getByText("payment Done").waitFor();
	expect(await till.transactionOf(order)).toBe(intent?.id);
});

test("an order that is deleted meanwhile can not be paid", async () => {
	const { page, order, account } = await openPayment({ allow: [/status of 40\d/] });
	await typeCard(page, cards.good);
	await till.cancel(account, order);
	await page.getByRole("button", { name: "Pay" }).click();
	await page.getByText("This order does not exist").waitFor();
	expect((await till.audit()).lost).toEqual([]);
});

test("an order that was deleted in another tab leads back to one's orders", async () => {
	const { page, order, account } = await openPayment({ allow: [/status of 404/] });
	await till.cancel(account, order);
	await page.reload();
	await page.getByRole("heading", { name: errors.order_not_found.message }).waitFor();
	await page.getByRole("main").getByRole("link", { name: "My Orders" }).last().click();
	await page.getByText("You have not ordered anything yet.").waitFor();
});

test("when Stripe can not be reached the page says so and tries again", async () => {
	const account = await createAccount(shop);
	const order = await till.placeOrder(account);
	const page = await browser.newPage({ account, allow: [/stripe\.js/] });
	let tries = 0;
	await page.route("**/__sandbox/stripe.js", (route) => {
		tries += 1;
		return tries > 1 ? route.continue() : route.abort("connectionfailed");
	});
	await page.goto(`/dashbord/payment/${order}`);
	await page.getByText("The card fields did not open.").waitFor();
	await page.getByRole("button", { name: "Try again" }).click();
	await payByCard(page, cards.good);
	await page.getByText("payment Done").waitFor();
});

test("someone else's order is refused, an unknown one is not there, an admin may only look", async () => {
	const { order } = await openPayment();
	const allow = [/status of 40[34]/];
	const stranger = await browser.newPage({ account: await createAccount(shop), allow });
	expect((await stranger.goto(`/dashbord/payment/${order}`))?.status()).toBe(403);
	expect((await stranger.goto("/dashbord/payment/none"))?.status()).toBe(404);
	const admin = await browser.newPage({ account: await createAdmin(shop) });
	expect((await admin.goto(`/dashbord/payment/${order}`))?.status()).toBe(200);
	await admin.getByText("Only the customer who placed this order can pay for it.").waitFor();
	expect(await admin.getByRole("button", { name: "Pay" }).count()).toBe(0);
});

test("without JavaScript the page says what is missing", async () => {
	const { page } = await openPayment({ javaScript: false, allow: [/ csp$/] });
	const note = page.locator("noscript .alert");
	expect(await note.isVisible()).toBe(true);
	expect(await note.textContent()).toContain("Paying by card needs JavaScript.");
	expect(await page.getByRole("button", { name: "Pay" }).isVisible()).toBe(false);
});

/** Stripe may only be loaded by a document that was opened as a payment page. */
const isPaymentDocument = (response: Response, order: string) =>
	response.request().isNavigationRequest() &&
	response.url().endsWith(`/dashbord/payment/${order}`) &&
	(response.headers()["content-security-policy"] ?? "").includes("https://js.stripe.com");

test("My Orders leads to a payment page that lets Stripe in", async () => {
	const { page, order } = await openPayment();
	await page.goto("/dashbord/myorders");
	const opened = page.waitForResponse((response) => isPaymentDocument(response, order));
	await page.getByRole("link", { name: "pay", exact: true }).click();
	await opened;
});

test("so does signing in on the way to it", async () => {
	const account = await createAccount(shop, { password: "first long secret" });
	const order = await till.placeOrder(account);
	const page = await browser.newPage();
	await page.goto(`/dashbord/payment/${order}`);
	await page.getByLabel("Email").fill(account.email);
	await page.getByLabel("Password", { exact: true }).fill("first long secret");
	const opened = page.waitForResponse((response) => isPaymentDocument(response, order));
	await page.getByRole("button", { name: "Login" }).click();
	await opened;
	await payByCard(page, cards.good);
	await page.getByText("payment Done").waitFor();
});
