import type { FrameLocator, Page } from "playwright-core";

/** Stripe's test cards (docs.stripe.com/testing). `processing` exists only in the sandbox: its payments stay in the status `processing`. */
export const testCards = {
	valid: "4242424242424242",
	declined: "4000000000000002",
	threeDSecure: "4000002500003155",
	processing: "4000990000000004",
} as const;

/** Labels of the buttons on the bank's 3-D Secure page. */
type BankButton = "Complete authentication" | "Fail authentication";

/** Returns the frame of the card fields. Its document is from Stripe's origin. */
export const getCardFrame = (page: Page): FrameLocator =>
	page.frameLocator('iframe[title="Secure payment input frame"]');

/** Fills in the card fields as soon as they are shown. */
export async function fillCard(page: Page, number: string): Promise<void> {
	const frame = getCardFrame(page);
	await frame.getByLabel("Card number").fill(number);
	await frame.getByLabel("Expiration date").fill("12 / 34");
	await frame.getByLabel("CVC").fill("123");
	await frame.getByLabel("ZIP").fill("94107");
}

/** Fills in a card and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
	await fillCard(page, number);
	await page.getByRole("button", { name: "Pay" }).click();
}

/** Returns the frame of the bank's 3-D Secure page. */
export const getBankFrame = (page: Page): FrameLocator =>
	page.frameLocator('iframe[title="3D Secure authentication"]');

/** Presses a button on the bank's 3-D Secure page. */
export const pressBankButton = (page: Page, button: BankButton): Promise<void> =>
	getBankFrame(page).getByRole("button", { name: button }).click();
