import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { addresses, orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { addBasketLine } from "../support/basket.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { fillDelivery, readDrafts } from "../support/order-form.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

type CustomerAndProduct = { userId: string; productId: string };

/** The forms with delivery details. Each function prepares a form and returns its path. */
const formSetups = {
	"the order form": async ({ productId }: CustomerAndProduct) => `/purchase/${productId}`,
	"the checkout": async (ids: CustomerAndProduct) => {
		await addBasketLine(shop, ids);
		return "/checkout";
	},
	"a quote": async (ids: CustomerAndProduct) => `/dashbord/myquotes/${await addQuote(shop, ids)}`,
};

/** Opens a form for a customer with two saved addresses: Workshop, which is preselected, and Barn. */
async function openForm(name: keyof typeof formSetups, allowedProblems: RegExp[] = []) {
	const account = await createAccount(shop);
	await addAddress(shop, account.id);
	const barn = await addAddress(shop, account.id, { label: "Barn", usedAt: new Date(0) });
	const { id } = await createProduct(shop, { quantity: 50 });
	const page = await browser.newPage({ account, allowedProblems });
	await page.goto(await formSetups[name]({ userId: account.id, productId: id }));
	await waitForHydration(page);
	return { page, account, barn };
}

const submit = (page: Page) =>
	page
		.getByRole("button", { name: /^(Confirm order|Accept and order)$/ })
		.and(page.locator(":not([aria-busy=true])"))
		.click();

const isInViewport = async (target: Locator) => {
	const { y = -1, height = 0 } = (await target.boundingBox()) ?? {};
	return y >= 0 && Math.floor(y + height) <= (target.page().viewportSize()?.height ?? 0);
};

const getInvalidFields = (page: Page) => page.locator("[aria-invalid=true]");

const formNames = Object.keys(formSetups) as (keyof typeof formSetups)[];

/** Expects that the form shows an error for the chosen address until another is chosen. */
async function expectAddressError(page: Page) {
	const message = page.getByText(errors.address_not_found.message);
	await message.waitFor();
	await expect.poll(() => isInViewport(message)).toBe(true);
	await waitForHydration(page);
	return message;
}

test.each(formNames)(
	"%s clears the errors of fields that a saved address hides, and shows that a removed address was chosen, until the customer chooses another",
	async (name) => {
		const { page, account, barn } = await openForm(name, [/status of 40[049]/]);
		expect(await page.getByLabel("Workshop").isChecked()).toBe(true);
		expect(await page.getByLabel("Location").isVisible()).toBe(false);
		await page.getByLabel("Another address").check();
		await submit(page);
		await page.getByText("Phone is Required").waitFor();
		expect(await getInvalidFields(page).count()).toBe(2);
		await page.getByLabel("Workshop").check();
		await expect.poll(() => getInvalidFields(page).count()).toBe(0);
		await page.getByLabel("Another address").check();
		expect(await page.getByText("Phone is Required").count()).toBe(0);
		await fillDelivery(page);
		await page.getByLabel("Save this address as").fill("workshop");
		await submit(page);
		await page.getByText("You already have an address named workshop").waitFor();
		expect(await page.getByLabel("Another address").isChecked()).toBe(true);
		await waitForHydration(page);
		// The script may load after the first attempts.
		await expect
			.poll(async () => {
				await page.getByLabel("Another address").check();
				await page.getByLabel("Workshop").check();
				return getInvalidFields(page).count();
			})
			.toBe(0);

		await page.setViewportSize({ width: 390, height: 500 });
		await shop.db.delete(addresses).where(eq(addresses.id, barn.id));
		await page.getByLabel("Barn").check();
		await submit(page);
		const message = await expectAddressError(page);
		await expect.poll(() => page.getByLabel("Barn").count()).toBe(0);
		await expect
			.poll(async () => {
				await page.getByLabel("Another address").check();
				await page.getByLabel("Workshop").check();
				return message.count();
			})
			.toBe(0);
		expect(
			await page.getByRole("group", { name: "Deliver to" }).getAttribute("aria-describedby"),
		).toBe(null);
		await submit(page);
		await page.waitForURL(/\/payment\/|\/dashbord\/checkout\//);
		expect(await shop.db.$count(orders, eq(orders.userId, account.id))).toBe(1);
	},
);

test("choosing a saved address keeps the errors of the fields that stay visible", async () => {
	const { page } = await openForm("the order form");
	await page.getByLabel("Another address").check();
	await page.getByLabel("Order quantity").fill("51");
	await submit(page);
	await page.getByText("Phone is Required").waitFor();
	await page.getByLabel("Workshop").check();
	await expect.poll(() => getInvalidFields(page).count()).toBe(1);
	expect(await page.getByLabel("Order quantity").getAttribute("aria-invalid")).toBe("true");
});

test.each(formNames)(
	"%s chooses another address after all saved addresses were removed",
	async (name) => {
		const { page, account } = await openForm(name, [/status of 404/]);
		await shop.db.delete(addresses).where(eq(addresses.userId, account.id));
		await submit(page);
		await page.getByText(errors.address_not_found.message).waitFor();
		await waitForHydration(page);
		// The script restores the submitted values.
		await expect.poll(() => readDrafts(page)).not.toContain("sentOrder");
		await expect.poll(() => page.getByLabel("Another address").isChecked()).toBe(true);
	},
);
