import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { validPassword } from "../support/passwords.ts";
import { getCardFrame, testCards } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";
import { checkEffort, readEffortTable } from "./efforts.ts";
import { createSimulatedUser, type SimulatedUser } from "./simulated-user.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

for (let index = 0; index < 12; index += 1)
	await createProduct(shop, { name: `Tool ${index}`, quantity: 1_000 });

async function signUp({ page, press, type }: SimulatedUser): Promise<void> {
	await press(page.getByRole("link", { name: "Create an account" }));
	await type(page.getByLabel("Name"), "Gary Garage");
	await type(page.getByLabel("Email"), `${createId()}@example.com`);
	await type(page.getByLabel("Password", { exact: true }), validPassword);
	await press(page.getByRole("button", { name: "Sign up" }));
}

/** Pays by card. The ZIP code is filled in from the address. */
async function pay({ page, press, type }: SimulatedUser): Promise<void> {
	const frame = getCardFrame(page);
	await type(frame.getByLabel("Card number"), testCards.valid);
	await type(frame.getByLabel("Expiration date"), "1234");
	await type(frame.getByLabel("CVC"), "123");
	expect(await frame.getByLabel("ZIP").inputValue()).toBe("02809");
	await press(page.getByRole("button", { name: "Pay" }));
	await page.getByText("Thank you for your order").waitFor();
}

/** Orders twelve tools at their minimum quantities, from the home page to the receipt. */
async function placeFirstOrder(user: SimulatedUser): Promise<void> {
	const { page, press, type } = user;
	await press(page.locator('a[href="/tools"]').first());
	await waitForHydration(page);
	for (const button of await page.getByRole("button", { name: /^Add .* to basket$/ }).all())
		await press(button);
	await press(page.getByRole("link", { name: "View basket" }));
	await press(page.getByRole("link", { name: "Checkout" }));
	await signUp(user);
	await page.waitForURL("**/checkout");
	await waitForHydration(page);
	await type(page.getByLabel("Location"), "12 Harbor Road, Bristol, RI 02809");
	await type(page.getByLabel("Phone", { exact: true }), "555 0100");
	await press(page.getByRole("button", { name: "Confirm order" }));
	await pay(user);
}

async function orderAgain(user: SimulatedUser): Promise<void> {
	const { page, press } = user;
	await press(page.getByRole("button", { name: "Order all tools again" }));
	await press(page.getByRole("link", { name: "Checkout" }));
	await waitForHydration(page);
	await press(page.getByRole("button", { name: "Confirm order" }));
	await pay(user);
}

test.each([1280, 390])(
	"at %i px, a garage orders twelve tools with no more pages, clicks and typing than docs/tasks.md lists",
	async (width) => {
		const title = `Garage, ${width} px`;
		const documentedEffort = await readEffortTable(title);
		const page = await browser.newPage({ width, height: 844 });
		const user = createSimulatedUser(page, "mouse");
		await page.goto("/");
		const firstEffort = await user.measureEffort(() => placeFirstOrder(user));
		checkEffort(title, "First order, as a new customer", firstEffort, documentedEffort);
		await page.goto("/dashbord/myorders");
		const repeatEffort = await user.measureEffort(() => orderAgain(user));
		checkEffort(title, "The same order again", repeatEffort, documentedEffort);
		expect(await page.getByText("Thank you for your order").count()).toBe(1);
	},
	120_000,
);
