import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { payment } from "#contract/messages.ts";
import { findAccessibilityProblems } from "../support/accessibility.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { fillCard, payByCard, testCards } from "../support/pay-by-card.ts";
import { addPaymentLink } from "../support/payment-links.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const placedCheckoutSchema = v.object({ insertedId: v.string(), orders: v.array(v.string()) });

/** Orders 10 pieces of each of `toolCount` new tools. Returns the ids of the checkout and its orders. */
async function placeCheckout(account: TestAccount, toolCount: number) {
	const tools = await Promise.all(
		Array.from({ length: toolCount }, () => createProduct(shop, { quantity: 100 })),
	);
	const lines = tools.map(({ id }) => ({ toolId: id, quantity: 10 }));
	const body = { lines, location: "1 Bay Road", phone: "555 0100" };
	const response = await account.fetch("/checkouts", createJsonInit(body));
	return v.parse(placedCheckoutSchema, await response.json());
}

test("one card payment pays for all orders of a checkout except one that was canceled in the meantime", async () => {
	const account = await createAccount(shop, { name: "Paula Payer" });
	const { insertedId, orders } = await placeCheckout(account, 3);
	// Stripe responds to a canceled payment with status 400.
	const page = await browser.newPage({ account, allowedProblems: [/status of 400/] });
	await page.goto("/dashbord/myorders");
	expect(await page.getByText("For 3 orders together: $375.00").count()).toBe(3);
	await page.getByRole("link", { name: "pay" }).first().click();
	await page.waitForURL(`**/dashbord/checkout/${insertedId}`);
	await page.getByText("Payment for 3 orders").waitFor();
	await page.getByRole("form").getByText("$375.00").waitFor();
	await fillCard(page, testCards.valid);
	await account.fetch(`/orders/${orders[2]}`, { method: "DELETE" });
	await page.getByRole("button", { name: "Pay" }).click();
	await page.getByLabel("Messages").getByText(payment.orderChanged).waitFor();
	await page.getByText("Payment for 2 orders").waitFor();
	await page.getByRole("form").getByText("$250.00").waitFor();
	await payByCard(page, testCards.valid);
	await page.getByText(payment.doneAll).waitFor();
	await page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
	await page.getByRole("link", { name: "Invoice" }).click();
	await page.getByRole("heading", { name: /^Invoice / }).waitFor();
	expect(await page.locator(".invoice tbody tr").count()).toBe(2);
	const response = await account.fetch(`/checkouts/${insertedId}`);
	const { total } = v.parse(v.object({ total: v.number() }), await response.json());
	expect(total).toBe(0);
	const refundInit = createJsonInit({ reason: "requested" });
	await (await createAdmin(shop)).fetch(`/orders/${orders[0]}/refunds`, refundInit);
	await page.goto(`/dashbord/checkout/${insertedId}`);
	await page.getByText("$125.00 refunded").waitFor();
	expect(await findAccessibilityProblems(page, { everyColorScheme: true })).toEqual([]);
});

test("on a phone, a checkout lists up to five orders above the payment form and longer lists below it", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, width: 390 });
	const getTop = async (name: "Your orders" | "Card payment") =>
		(await page.getByLabel(name).boundingBox())?.y ?? 0;
	for (const [count, isListFirst] of [
		[5, true],
		[6, false],
	] as const) {
		const { insertedId } = await placeCheckout(account, count);
		await page.goto(`/dashbord/checkout/${insertedId}`);
		expect((await getTop("Your orders")) < (await getTop("Card payment"))).toBe(isListFirst);
	}
});

test("after one of its orders is canceled, a payment link's page shows the new amount and one message", async () => {
	const account = await createAccount(shop);
	const { orders } = await placeCheckout(account, 2);
	const [first = "", second = ""] = orders;
	// Stripe responds to a canceled payment with status 400.
	const page = await browser.newPage({ allowedProblems: [/status of 400/] });
	await page.goto(`/pay/${await addPaymentLink(shop, first)}`);
	await fillCard(page, testCards.valid);
	await account.fetch(`/orders/${second}`, { method: "DELETE" });
	await page.getByRole("button", { name: "Pay" }).click();
	await page.getByLabel("Messages").getByText(payment.orderChanged).waitFor();
	await page.getByRole("form").getByText("$125.00").waitFor();
	expect(await page.getByText(payment.orderChanged).count()).toBe(1);
	await payByCard(page, testCards.valid);
	await page.getByText(payment.done).waitFor();
});
