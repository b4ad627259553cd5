import type { FrameLocator, Page } from "playwright-core";

/** Test cards of Stripe (docs.stripe.com/testing), and the sandbox's own that a bank takes its time for. */
export const cards = {
	good: "4242424242424242",
	declined: "4000000000000002",
	secure: "4000002500003155",
	slow: "4000990000000004",
} as const;

/** Name of the button of the bank's page of 3-D Secure. */
type BankResponse = "Complete authentication" | "Fail authentication";

/** The card fields: a document of Stripe's origin inside the page. */
export const cardFrame = (page: Page): FrameLocator =>
	page.frameLocator('iframe[title="Secure card payment input frame"]');

/** Types a card, as soon as the form is open. */
export async function typeCard(page: Page, number: string): Promise<void> {
	const frame = cardFrame(page);
	await frame.getByLabel("Card number").fill(number);
	await frame.getByLabel("Expiry date").fill("12 / 34");
	await frame.getByLabel("CVC").fill("123");
	await frame.getByLabel("ZIP").fill("94107");
}

/** Types a card and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
	await typeCard(page, number);
	await page.getByRole("button", { name: "Pay" }).click();
}

/** The bank's page of 3-D Secure, in a frame of the payment page. */
export const bankOf = (page: Page): FrameLocator =>
	page.frameLocator('iframe[title="3D Secure authentication"]');

/** Answers the bank's page of 3-D Secure. */
export const answerBank = (page: Page, response: BankResponse): Promise<void> =>
	bankOf(page).getByRole("button", { name: response }).click();
