import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { startBrowser } from "../support/browser.ts";
import { confirmOrder, fillDelivery } from "../support/order-form.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
const product = await createProduct(shop, { quantity: 1_000 });
afterAll(() => shop.stop());

test("another address is typed below the saved ones, and its errors are shown", async () => {
	const account = await createAccount(shop);
	await addAddress(shop, account.id);
	const page = await browser.newPage({ account, allowedProblems: [/status of 400/] });
	await page.goto(`/purchase/${product.id}`);
	expect(await page.getByLabel("Workshop").isChecked()).toBe(true);
	expect(await page.getByLabel("Location").isVisible()).toBe(false);
	await page.getByLabel("Another address").check();
	await confirmOrder(page);
	await page.getByText("Location is Required").waitFor();
	await fillDelivery(page);
	await page.getByLabel("Save this address as").fill("workshop");
	await confirmOrder(page);
	await page.getByText("You already have an address named workshop").waitFor();
	expect(await page.getByLabel("Another address").isChecked()).toBe(true);
	await page.getByLabel("Save this address as").fill("Barn");
	await confirmOrder(page);
	await page.waitForURL("**/dashbord/payment/**");
	await page.goto("/dashbord/addresses");
	await page.getByRole("heading", { name: "Barn" }).waitFor();
});
