import type { Page } from "playwright-core";

/** Fills in the delivery details of the order form. */
export async function fillDelivery(page: Page): Promise<void> {
	await page.getByLabel("Location").fill("1 Bench Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
}

/** Returns the form input that the shop's scripts have stored for this tab, as JSON. */
export const readDrafts = (page: Page): Promise<string | null> =>
	page.evaluate(() => sessionStorage.getItem("drafts"));

/** Clicks the button when it is not busy, because a busy button ignores clicks. */
export const confirmOrder = (page: Page) =>
	page
		.getByRole("button", { name: "Confirm order" })
		.and(page.locator(":not([aria-busy])"))
		.click();
