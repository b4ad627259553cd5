import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { payment } from "#contract/messages.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { payByCard, pressBankButton, testCards } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const setWallet = (wallet: "yes" | "broken") =>
	shop.sandbox("/__sandbox/stripe-js/switches", createJsonInit({ wallet }, "PUT"));
/** Turns Link on or off in the Stripe account. */
const setLink = (link: "on" | "off") =>
	shop.sandbox("/__sandbox/stripe/switches", createJsonInit({ link }, "PUT"));
await setWallet("yes");
await setLink("on");

async function openPayment(options: Parameters<typeof browser.newPage>[0] = {}) {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const orderId = await checkout.placeOrder(account);
	const page = await browser.newPage({ account, width: 390, ...options });
	await page.goto(`/dashbord/payment/${orderId}`);
	await expect.poll(() => getPayButton(page).isEnabled()).toBe(true);
	return { page, orderId, account };
}

const getPayButton = (page: Page) => page.getByRole("button", { name: "Pay", exact: true });
const getExpressFrame = (page: Page) =>
	page.frameLocator('iframe[title="Secure express checkout frame"]');
const getWalletButton = (page: Page) =>
	getExpressFrame(page).getByRole("button", { name: "Google Pay" });
const getLinkButton = (page: Page) => getExpressFrame(page).getByRole("button", { name: "Link" });
const getWalletSheet = (page: Page) => page.frameLocator('iframe[title="Test wallet"]');
const pressInSheet = (page: Page, name: string) =>
	getWalletSheet(page).getByRole("button", { name }).click();

test("a customer pays with Link after canceling it once and having it declined once", async () => {
	const { page, orderId } = await openPayment({ allowedProblems: [/status of 402/] });
	await getLinkButton(page).click();
	await getWalletSheet(page).getByText("Test Link: $125.00").waitFor();
	await pressInSheet(page, "Cancel");
	await expect.poll(() => getPayButton(page).isEnabled()).toBe(true);
	await getLinkButton(page).click();
	await pressInSheet(page, "declined");
	await page.getByText(`Your card was declined. ${payment.notCharged}`).waitFor();
	await getLinkButton(page).click();
	await pressInSheet(page, "Pay with Visa");
	await page.getByText("payment Done", { exact: true }).waitFor();
	const intent = await checkout.stripe.sdk.paymentIntents.retrieve(
		String(await checkout.readTransactionId(orderId)),
		{ expand: ["payment_method"] },
	);
	expect(intent).toMatchObject({
		status: "succeeded",
		payment_method: { type: "link", billing_details: { name: "Paula Payer" } },
	});
	await page.goto(`/dashbord/invoice/${orderId}`);
	await page.getByText(/\d UTC, by Link$/).waitFor();
});

test("Link is not offered for a payment intent that was created before the Stripe account had Link", async () => {
	await setLink("off");
	const { page, account } = await openPayment();
	expect(await getLinkButton(page).count()).toBe(0);
	await setLink("on");
	await page.reload();
	await getWalletButton(page).waitFor();
	expect(await getLinkButton(page).count()).toBe(0);
	await page.goto(`/dashbord/payment/${await checkout.placeOrder(account)}`);
	await getLinkButton(page).waitFor();
});

test("while a wallet is open, Pay is disabled, and canceling the wallet enables it again", async () => {
	const { page, orderId } = await openPayment();
	await getWalletButton(page).click();
	await getWalletSheet(page).getByRole("button", { name: "Cancel" }).waitFor();
	await expect.poll(() => getPayButton(page).isDisabled()).toBe(true);
	await pressInSheet(page, "Cancel");
	await payByCard(page, testCards.valid);
	await page.getByText("payment Done", { exact: true }).waitFor();
	const { charges } = await checkout.stripe.readLedger(orderId);
	expect(charges).toHaveLength(1);
});

test("a declined wallet payment charges nothing and shows the reason within the viewport; a retry pays with the customer's name and email", async () => {
	const { page, orderId, account } = await openPayment({
		height: 500,
		allowedProblems: [/status of 402/],
	});
	await page.getByText("Or pay by card").waitFor();
	await getWalletButton(page).click();
	await getWalletSheet(page).getByText("$125.00").waitFor();
	await pressInSheet(page, "declined");
	const alert = page.getByText(`Your card was declined. ${payment.notCharged}`);
	await alert.waitFor();
	await expect
		.poll(() => alert.evaluate((element) => element.getBoundingClientRect().bottom))
		.toBeLessThan(500);
	expect(await checkout.readTransactionId(orderId)).toBeNull();
	await getWalletButton(page).click();
	await pressInSheet(page, "3D Secure");
	await pressBankButton(page, "Complete authentication");
	await page.getByText("payment Done", { exact: true }).waitFor();
	const intent = await checkout.stripe.sdk.paymentIntents.retrieve(
		String(await checkout.readTransactionId(orderId)),
		{ expand: ["payment_method"] },
	);
	expect(intent).toMatchObject({
		status: "succeeded",
		payment_method: { billing_details: { name: "Paula Payer", email: account.email } },
	});
});

test("customers can pay by card if the wallet button fails to load", async () => {
	await setWallet("broken");
	const { page } = await openPayment({ allowedProblems: [/status of 500/, /response: 500/] });
	await setWallet("yes");
	expect(await page.getByText("Or pay by card").count()).toBe(0);
	await payByCard(page, testCards.valid);
	await page.getByText("payment Done", { exact: true }).waitFor();
});

test("returning from the bank's page shows why the payment failed and removes the client secret from the URL", async () => {
	const account = await createAccount(shop);
	const orderId = await checkout.placeOrder(account);
	const secret = await checkout.createIntent(account, orderId);
	const declined = await checkout.stripe.chargeCard(secret, "pm_card_visa_chargeDeclined");
	expect(declined.status).toBe(402);
	const page = await browser.newPage({ account });
	const query = "payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=failed";
	await page.goto(`/dashbord/payment/${orderId}?${query}`);
	await page.getByText(`Your card was declined. ${payment.notCharged}`).waitFor();
	expect(page.url()).not.toContain("?");
	await page.reload();
	await expect.poll(() => getPayButton(page).isEnabled()).toBe(true);
	expect(await page.getByText("Your card was declined.").count()).toBe(0);
});
