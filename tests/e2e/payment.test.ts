import type { Response } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { payment } from "#contract/messages.ts";
import { createAccount } from "../support/accounts.ts";
import { delayRequests, startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { logIn } from "../support/log-in.ts";
import { validPassword } from "../support/passwords.ts";
import {
	fillCard,
	getBankFrame,
	getCardFrame,
	payByCard,
	pressBankButton,
	testCards,
} from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

type PageOptions = Parameters<typeof browser.newPage>[0];

/** Places an order and opens its payment page as the shopper. */
async function openPayment(options: PageOptions = {}) {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({ account, ...options });
	await page.goto(`/dashbord/payment/${orderId}`);
	return { page, orderId, account };
}

/** A busy machine may take a few seconds. */
const slowTimeout = { timeout: 10_000 };

/** Stripe responds to a declined card with status 402, which browsers log. */
const declinedCardProblems = [/status of 402/];

test("a declined card shows Stripe's message in red and leaves the order unpaid until another card is charged", async () => {
	const { page, orderId } = await openPayment({ allowedProblems: declinedCardProblems });
	await payByCard(page, testCards.declined);
	const declinedText = `Your card was declined. ${payment.notCharged}`;
	const alert = page.getByRole("alert").filter({ hasText: declinedText });
	await alert.waitFor();
	const [red = 0, green = 0, blue = 0] = await alert.evaluate((element) =>
		(getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
	);
	expect(red).toBeGreaterThan(2 * Math.max(green, blue));
	expect(await checkout.readTransactionId(orderId)).toBeNull();
	const releaseData = await delayRequests(page, /\.data/);
	const dataRequest = page.waitForRequest(/\.data/);
	await payByCard(page, testCards.valid);
	await dataRequest;
	// While the data request is delayed, the page shows only that it waits for the payment.
	await page.getByText("is being confirmed").waitFor();
	expect(await page.getByText("payment Done").count()).toBe(0);
	expect(await page.getByRole("link", { name: "View your order" }).count()).toBe(0);
	releaseData();
	await page.getByText("payment Done").waitFor();
	expect(await checkout.readTransactionId(orderId)).toMatch(/^pi_/);
});

test("3-D Secure charges the card only when it is completed, not when it is closed or fails", async () => {
	const { page, orderId } = await openPayment();
	const authenticationError = page.getByText("unable to authenticate");
	await payByCard(page, testCards.threeDSecure);
	await getBankFrame(page).getByRole("main").waitFor();
	await page.keyboard.press("Escape");
	await authenticationError.waitFor();
	await page.getByRole("button", { name: "Pay" }).click();
	await authenticationError.waitFor({ state: "detached" });
	await pressBankButton(page, "Fail authentication");
	await authenticationError.waitFor();
	expect(await checkout.readTransactionId(orderId)).toBeNull();
	const { charges } = await checkout.stripe.readLedger(orderId);
	expect(charges.filter(({ paid }) => paid)).toEqual([]);
	await page.getByRole("button", { name: "Pay" }).click();
	await pressBankButton(page, "Complete authentication");
	await page.getByText("payment Done").waitFor();
	expect(await checkout.readTransactionId(orderId)).toMatch(/^pi_/);
});

test("Pay is disabled until the client secret arrives", async () => {
	const account = await createAccount(shop);
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({ account });
	const releaseSecret = await delayRequests(page, "**/create-payment-intent");
	const secretRequest = page.waitForRequest("**/create-payment-intent");
	await page.goto(`/dashbord/payment/${orderId}`);
	await secretRequest;
	await expect.poll(() => page.evaluate(() => "Stripe" in window)).toBe(true);
	const button = page.getByRole("button", { name: "Pay" });
	expect(await button.isDisabled()).toBe(true);
	releaseSecret();
	await fillCard(page, testCards.valid);
	await expect.poll(() => button.isEnabled()).toBe(true);
});

test("a payment is recorded even if the first requests that report it fail", async () => {
	const { page, orderId } = await openPayment({ allowedProblems: [/ERR_FAILED/], mockClock: true });
	await checkout.stripe.overrideBehavior(orderId, { webhooks: "hold" });
	let attemptCount = 0;
	await page.route(`**/orders/${orderId}`, (route) => {
		attemptCount += 1;
		return attemptCount > 2 ? route.continue() : route.abort();
	});
	await payByCard(page, testCards.valid);
	await page.getByText("is being confirmed").waitFor();
	expect(await page.getByRole("button", { name: "Pay" }).count()).toBe(0);
	const doneMessage = page.getByText("payment Done");
	await expect
		.poll(async () => {
			await page.clock.runFor(1_000);
			return doneMessage.isVisible();
		}, slowTimeout)
		.toBe(true);
	expect(attemptCount).toBeGreaterThan(2);
	expect(await checkout.readTransactionId(orderId)).toMatch(/^pi_/);
});

test("the page waits for a payment that the bank is still processing", async () => {
	const { page, orderId } = await openPayment({ mockClock: true });
	await payByCard(page, testCards.processing);
	await page.getByText("Your bank is processing the payment").waitFor();
	const orderLink = page.getByRole("link", { name: "View your order" });
	expect(await orderLink.count(), "no link yet").toBe(0);
	const { intents } = await checkout.stripe.readLedger();
	const intent = intents.find(({ metadata }) => metadata.order === orderId);
	await checkout.stripe.settlePayment(String(intent?.id), "succeeded");
	await page.clock.runFor(3_000);
	await page.getByText("payment Done").waitFor();
	await orderLink.waitFor();
	expect(await checkout.readTransactionId(orderId)).toBe(intent?.id);
});

test("an order canceled in the meantime cannot be paid for, and Pay leads to the page of the canceled order", async () => {
	const { page, orderId, account } = await openPayment({ allowedProblems: [/status of 40\d/] });
	await fillCard(page, testCards.valid);
	await checkout.cancelOrder(account, orderId);
	await page.getByRole("button", { name: "Pay" }).click();
	await page.getByText("You canceled this order.").waitFor();
	expect(new URL(page.url()).pathname).toBe(`/dashbord/orders/${orderId}`);
	expect((await checkout.reconcilePayments()).lost).toEqual([]);
});

test("if Stripe is not reachable, the page reports it and Try again loads the form", async () => {
	const account = await createAccount(shop);
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({ account, allowedProblems: [/stripe\.js/] });
	let loadCount = 0;
	await page.route("**/__sandbox/stripe.js", (route) => {
		loadCount += 1;
		return loadCount > 1 ? route.continue() : route.abort("connectionfailed");
	});
	await page.goto(`/dashbord/payment/${orderId}`);
	await page.getByText("The card fields did not load.").waitFor();
	await page.getByRole("button", { name: "Try again" }).click();
	await fillCard(page, testCards.valid);
	await expect.poll(() => page.getByRole("button", { name: "Pay" }).isEnabled()).toBe(true);
});

test("without JavaScript, the page says that payment requires JavaScript", async () => {
	const { page } = await openPayment({ javaScript: false });
	const warning = page.locator("noscript .alert");
	expect(await warning.isVisible()).toBe(true);
	expect(await warning.textContent()).toContain("Payment requires JavaScript.");
	expect(await page.getByRole("button", { name: "Pay" }).isVisible()).toBe(false);
	expect(await page.getByText("$125.00").filter({ visible: true }).count()).toBe(1);
});

/** The Content-Security-Policy allows Stripe only if the payment page is loaded as a document. */
const isPaymentDocument = (response: Response, orderId: string) =>
	response.request().isNavigationRequest() &&
	response.url().endsWith(`/dashbord/payment/${orderId}`) &&
	(response.headers()["content-security-policy"] ?? "").includes("https://js.stripe.com");

test("the pay link in My Orders opens a page whose policy allows Stripe", async () => {
	const account = await createAccount(shop);
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myorders");
	const paymentDocument = page.waitForResponse((response) => isPaymentDocument(response, orderId));
	await page.getByRole("link", { name: "pay", exact: true }).click();
	await paymentDocument;
});

test("after login, a payment link opens a page whose policy allows Stripe", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage();
	await page.goto(`/dashbord/payment/${orderId}`);
	const paymentDocument = page.waitForResponse((response) => isPaymentDocument(response, orderId));
	await logIn(page, account.email);
	await paymentDocument;
	await getCardFrame(page).getByLabel("Card number").waitFor();
});
