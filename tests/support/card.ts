import type { FrameLocator, Page } from "playwright-core";

/** Test cards of Stripe (docs.stripe.com/testing), and the sandbox's own that a bank takes its time for. */
export const testCards = {
	valid: "4242424242424242",
	declined: "4000000000000002",
	threeDSecure: "4000002500003155",
	processing: "4000990000000004",
} as const;

/** Name of the button of the bank's page of 3-D Secure. */
type BankButton = "Complete authentication" | "Fail authentication";

/** The card fields: a document of Stripe's origin inside the page. */
export const cardFrame = (page: Page): FrameLocator =>
	page.frameLocator('iframe[title="Secure card payment input frame"]');

/** Types a card, as soon as the form is open. */
export async function fillCard(page: Page, number: string): Promise<void> {
	const frame = cardFrame(page);
	await frame.getByLabel("Card number").fill(number);
	await frame.getByLabel("Expiry date").fill("12 / 34");
	await frame.getByLabel("CVC").fill("123");
	await frame.getByLabel("ZIP").fill("94107");
}

/** Types a card and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
	await fillCard(page, number);
	await page.getByRole("button", { name: "Pay" }).click();
}

/** The bank's page of 3-D Secure, in a frame of the payment page. */
export const bankFrame = (page: Page): FrameLocator =>
	page.frameLocator('iframe[title="3D Secure authentication"]');

/** Answers the bank's page of 3-D Secure. */
export const pressBankButton = (page: Page, button: BankButton): Promise<void> =>
	bankFrame(page).getByRole("button", { name: button }).click();
