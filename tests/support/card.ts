import type { Page } from "playwright-core";

/** Test cards of Stripe (docs.stripe.com/testing), and the sandbox's own that a bank takes its time for. */
export const cards = {
	good: "4242424242424242",
	declined: "4000000000000002",
	secure: "4000002500003155",
	slow: "4000990000000004",
} as const;

/** Types a card, as soon as the form is open. */
export async function typeCard(page: Page, number: string): Promise<void> {
	await page.getByLabel("Card number").fill(number);
	await page.getByLabel("Expiry date").fill("12 / 34");
	await page.getByLabel("CVC").fill("123");
}

/** Types a card and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
	await typeCard(page, number);
	await page.getByRole("button", { name: "Pay" }).click();
}
