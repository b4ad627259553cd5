import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders } from "#worker/db/schema.ts";
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

test("a garage saves its address with its first order, and types nothing for the second", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, width: 390 });
	await page.goto(`/purchase/${product.id}`);
	await fillDelivery(page);
	await page.getByText("Ordering for a company?").click();
	await page.getByLabel("Company", { exact: true }).fill("Bay Garage");
	await page.getByLabel("VAT number").fill("de 123 456 789");
	await page.getByLabel("Purchase order number").fill("PO 1");
	await page.getByLabel("Save this address as").fill("Workshop");
	await confirmOrder(page);
	await page.waitForURL("**/dashbord/payment/**");
	await page.getByText("Bay Garage").first().waitFor();
	await page.goto(`/purchase/${product.id}`);
	expect(await page.getByLabel("Workshop").isChecked()).toBe(true);
	expect(await page.getByLabel("Location").isVisible()).toBe(false);
	await confirmOrder(page);
	await page.waitForURL("**/dashbord/payment/**");
	const placed = await shop.db.select().from(orders).where(eq(orders.userId, account.id));
	const delivery = { location: "1 Bench Road", phone: "555 0100", company: "Bay Garage" };
	expect(placed).toMatchObject([
		{ ...delivery, vatNumber: "DE123456789", purchaseOrder: "PO 1" },
		{ ...delivery, vatNumber: "DE123456789", purchaseOrder: "" },
	]);
});

test("another address is typed below the saved ones, and its errors are shown", async () => {
	const account = await createAccount(shop);
	await addAddress(shop, account.id);
	const page = await browser.newPage({ account, allowedProblems: [/status of 400/] });
	await page.goto(`/purchase/${product.id}`);
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

test("a saved address is changed and removed under My profile", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, width: 390 });
	await page.goto("/dashbord/myprofile");
	await page.getByRole("link", { name: "Manage addresses" }).click();
	await page.getByLabel("Address name").fill("Workshop");
	await fillDelivery(page);
	await page.getByRole("button", { name: "Save address" }).click();
	await page.getByRole("link", { name: "Edit Workshop" }).click();
	await page.getByRole("heading", { name: "Edit Workshop" }).waitFor();
	await page.getByLabel("Location").fill("2 Bench Road");
	await page.getByRole("button", { name: "Save address" }).click();
	await page.getByText("2 Bench Road").first().waitFor();
	await page.getByRole("button", { name: "Remove" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
	await page.getByText("Address removed").waitFor();
	expect(await page.getByRole("heading", { name: "Workshop" }).count()).toBe(0);
});
