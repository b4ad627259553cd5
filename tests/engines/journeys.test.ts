import { eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { orders } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";
import { findEngines } from "./engines.ts";
import {
	clickAndConfirm,
	logIn,
	password,
	payByCard,
	placeOrder,
	signUp,
	waitForPath,
	waitForText,
	writeReview,
} from "./journeys.ts";
import type { Tab } from "./tab.ts";

const shop = await startShop();
const { engines, missing } = await findEngines();
if (engines.length === 0) throw new Error("No engine is installed: docs/decisions/browsers.md.");
// Not `console`, whose output `npm test` shows only for failed tests.
for (const name of missing)
	process.stderr.write(`${name} is not installed (docs/decisions/browsers.md).\n`);
const tabs: Tab[] = [];
afterEach(async () => {
	for (const tab of tabs.splice(0)) await tab.close();
});
afterAll(() => shop.stop());

async function expectNoProblems(tab: Tab): Promise<void> {
	expect(await tab.getProblems()).toEqual([]);
}

/** Each test starts one or two browsers. */
const timeout = 180_000;

describe.each(engines)("$name", ({ start, canGoBack }) => {
	async function openTab(options: { width?: number; javaScript?: boolean } = {}): Promise<Tab> {
		const tab = await start({ origin: shop.url, ...options });
		tabs.push(tab);
		return tab;
	}

	test("a customer signs up, orders, pays and reviews, and an admin ships the order", {
		timeout,
	}, async () => {
		const { id } = await createProduct(shop, { minimum: 4, priceCents: 2_575 });
		const customer = `Customer ${createId()}`;
		const tab = await openTab();
		await signUp(tab, customer);
		const orderId = await placeOrder(tab, id);
		await waitForText(tab, "$103.00");
		await payByCard(tab);
		await writeReview(tab, `Holds its setting, says ${customer}`);
		await expectNoProblems(tab);

		const { email } = await createAdmin(shop, { password });
		const adminTab = await openTab({ width: 1280 });
		await logIn(adminTab, email);
		await adminTab.goto(`/dashbord/manageAllorders?by=id&search=${orderId}`);
		await clickAndConfirm(adminTab, "Shifting");
		await waitForText(adminTab, "Order get Shifting");
		await expectNoProblems(adminTab);

		await tab.goto(`/dashbord/orders/${orderId}`);
		await waitForText(tab, "Your order has shipped.");
		await expectNoProblems(tab);
	});

	test.runIf(canGoBack)(
		"a customer who goes back to the order form and confirms again has one order",
		{ timeout },
		async () => {
			const { id } = await createProduct(shop);
			const tab = await openTab();
			await signUp(tab, "Back Button");
			const orderId = await placeOrder(tab, id);
			await tab.goBack();
			await waitForPath(tab, `/purchase/${id}`);
			expect(await tab.getFieldValue({ role: "textbox", name: "Location" })).toBe(
				"1 Workshop Lane",
			);
			await tab.click({ role: "button", name: "Confirm order" });
			await waitForPath(tab, `/dashbord/payment/${orderId}`);
			expect(await shop.db.$count(orders, eq(orders.productId, id))).toBe(1);
			await expectNoProblems(tab);
		},
	);

	test.each([true, false])(
		"a customer signs up, orders and cancels (JavaScript: %s)",
		{
			timeout,
		},
		async (javaScript) => {
			const { id } = await createProduct(shop);
			const tab = await openTab({ javaScript });
			await signUp(tab, "Cancels Orders");
			await placeOrder(tab, id, javaScript ? "link" : "button");
			await tab.goto("/dashbord/myorders");
			await clickAndConfirm(tab, "Cencel", "Cancel this order");
			await waitForText(tab, "You have not ordered anything yet.");
			expect(await tab.hasPageScriptStarted()).toBe(javaScript);
			await expectNoProblems(tab);
		},
	);
});
