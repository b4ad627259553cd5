import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
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
} from "./journeys.ts";
import type { Tab } from "./tab.ts";

const shop = await startShop();
const engines = await findEngines();
if (engines.length === 0) throw new Error("No engine is installed: docs/decisions/browsers.md.");
const tabs: Tab[] = [];
afterEach(async () => {
	for (const tab of tabs.splice(0)) await tab.close();
});
afterAll(() => shop.stop());

/** Does nothing in WebKit, whose driver cannot report problems. */
function expectNoProblems(tab: Tab): void {
	const problems = tab.problems();
	if (problems !== null) expect(problems).toEqual([]);
}

/** Each test starts one or two browsers. */
const timeout = 180_000;

describe.each(engines)("$name", ({ start, canDisableJavaScript, canGoBack }) => {
	async function openTab(options: { width?: number; javaScript?: boolean } = {}): Promise<Tab> {
		const tab = await start({ origin: shop.url, ...options });
		tabs.push(tab);
		return tab;
	}

	test("a customer signs up, orders and pays, and an admin ships the order", {
		timeout,
	}, async () => {
		const { id } = await createProduct(shop, { minimum: 4, priceCents: 2_575 });
		const customer = `Customer ${createId()}`;
		const tab = await openTab();
		await signUp(tab, customer);
		const order = await placeOrder(tab, id);
		await waitForText(tab, "$103.00");
		await payByCard(tab);
		expect(await tab.hasRunScript()).toBe(true);
		expectNoProblems(tab);

		const { email } = await createAdmin(shop, { password });
		const adminTab = await openTab({ width: 1280 });
		await logIn(adminTab, email);
		await adminTab.goto(`/dashbord/manageAllorders?by=id&search=${order}`);
		await clickAndConfirm(adminTab, "Shifting");
		await waitForText(adminTab, "Order get Shifting");
		expectNoProblems(adminTab);

		await tab.goto(`/dashbord/orders/${order}`);
		await waitForText(tab, "Your order has shipped.");
	});

	test.runIf(canGoBack)(
		"a customer who goes back to the order form and confirms again has one order, and can cancel it",
		{
			timeout,
		},
		async () => {
			const { id } = await createProduct(shop);
			const tab = await openTab();
			await signUp(tab, "Back Button");
			const order = await placeOrder(tab, id);
			await tab.goBack();
			await waitForPath(tab, `/purchase/${id}`);
			expect(await tab.valueOf({ role: "textbox", name: "Location" })).toBe("1 Workshop Lane");
			await tab.click({ role: "button", name: "Confirm order" });
			await waitForPath(tab, `/dashbord/payment/${order}`);
			await tab.goto("/dashbord/myorders");
			await clickAndConfirm(tab, "Cencel", "Cancel this order");
			await waitForText(tab, "You have not ordered anything yet.");
			expectNoProblems(tab);
		},
	);

	test.runIf(canDisableJavaScript)(
		"a customer without JavaScript signs up, orders and cancels",
		{ timeout },
		async () => {
			const { id } = await createProduct(shop);
			const tab = await openTab({ javaScript: false });
			await signUp(tab, "No Script");
			expect(await tab.hasRunScript()).toBe(false);
			const order = await placeOrder(tab, id);
			await tab.goto(`/dashbord/orders/${order}`);
			await clickAndConfirm(tab, "Cencel", "Cancel this order");
			await waitForText(tab, "You have not ordered anything yet.");
		},
	);

	test("search suggests products and finds them", { timeout }, async () => {
		const { name: product, id } = await createProduct(shop);
		const tab = await openTab({ width: 1280 });
		await tab.goto("/");
		await tab.fill({ role: "textbox", name: "Find tools" }, product.slice(0, 20));
		await tab.click({ role: "option", name: product });
		await waitForPath(tab, `/tools/${id}`);
		expectNoProblems(tab);
	});
});
