import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { startCheckout } from "../support/checkout.ts";

const till = await startCheckout();
const { shop } = till;
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

const stock = async () =>
	(await shop.db.select().from(products).where(eq(products.id, till.product.id)).get())?.quantity;

test.each([true, false])(
	"an unpaid order can be cancelled (JavaScript: %s)",
	async (javaScript) => {
		const account = await createAccount(shop);
		await till.placeOrder(account);
		const before = (await stock()) ?? 0;
		const page = await browser.newPage({ account, javaScript, allow: javaScript ? [] : [/ csp$/] });
		await page.goto("/dashbord/myorders");
		await page.getByRole("button", { name: "Cencel" }).click();
		const dialog = page.getByRole("dialog", { name: "are you sure ? you want to delete ?" });
		await dialog.getByRole("button", { name: "Go back" }).click();
		expect(await page.getByRole("button", { name: "Cencel" }).isVisible()).toBe(true);
		await page.getByRole("button", { name: "Cencel" }).click();
		await dialog.getByRole("button", { name: "Cencel" }).click();
		await page.getByText("You have not ordered anything yet.").waitFor();
		await page.getByText("Delete Order successfully").waitFor();
		expect(await stock()).toBe(before + 10);
	},
);

test("a paid order shows its transaction and offers neither payment nor cancelling", async () => {
	const { shopper, order, secret, intent } = await till.begin();
	await till.stripe.charge(secret);
	await till.confirm(shopper, order, intent);
	const page = await browser.newPage({ account: shopper });
	await page.goto("/dashbord/myorders");
	await page.getByRole("row", { name: new RegExp(`paid.*${intent}`) }).waitFor();
	expect(await page.getByRole("link", { name: "pay", exact: true }).count()).toBe(0);
	expect(await page.getByRole("button", { name: "Cencel" }).count()).toBe(0);
});

test("an order that was paid meanwhile is not deleted, and the page says why", async () => {
	const { shopper, order, secret, intent } = await till.begin();
	const page = await browser.newPage({ account: shopper, allow: [/status of 409/] });
	await page.goto("/dashbord/myorders");
	await page.getByRole("button", { name: "Cencel" }).click();
	await till.stripe.charge(secret);
	await till.confirm(shopper, order, intent);
	await page.getByRole("dialog").getByRole("button", { name: "Cencel" }).click();
	await page.getByText("This order is paid, so it cannot be cancelled or deleted").waitFor();
	expect(await till.transactionOf(order)).toBe(intent);
});

test("an admin deletes an unpaid order, and is asked first", async () => {
	const account = await createAccount(shop, { name: "Una Unpaid" });
	const order = await till.placeOrder(account);
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto("/dashbord/manageAllorders");
	const row = page.getByRole("row", { name: "Una Unpaid" });
	await row.getByText("UnPaid", { exact: true }).waitFor();
	await row.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	expect(await row.count()).toBe(0);
	const kept = await shop.db.select().from(orders).where(eq(orders.id, order)).get();
	expect(kept).toMatchObject({ state: "cancelled", transactionId: null });
	await page.goto("/dashbord/manageAllorders?state=cancelled");
	await row.getByText("Cancelled", { exact: true }).waitFor();
});

test("a payment that came too late is shown to the admin with its refund", async () => {
	const { order, secret, intent } = await till.begin("drop");
	await till.stripe.charge(secret);
	await shop.db.delete(orders).where(eq(orders.id, order));
	await till.sweep();
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto("/dashbord/manageAllorders");
	const refunds = page.getByRole("table", { name: "Refunded payments" });
	await refunds.getByRole("row", { name: intent }).getByText("$125.00").waitFor();
});

test.each([
	["shopper", "/dashbord/manageAllorders", "its is procted for admin"],
	["admin", "/dashbord/myorders", "its is procted for User"],
] as const)("a %s who opens %s is signed out: %s", async (role, path, refusal) => {
	const page = await browser.newPage({ account: await createAccount(shop, { role }) });
	await page.goto("/dashbord");
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	await page.goto(path);
	await page.waitForURL(`/login?from=${encodeURIComponent(path)}`);
	await page.getByText(refusal).waitFor();
	await page.waitForFunction(() => localStorage.getItem("accessToken") === null);
	expect(await page.getByRole("link", { name: "Dashbord" }).count()).toBe(0);
});

test("on a small screen a button opens and closes the menu", async () => {
	const page = await browser.newPage({ account: await createAccount(shop), width: 390 });
	await page.goto("/dashbord");
	const link = page.getByRole("link", { name: "My Orders" });
	expect(await link.isVisible()).toBe(false);
	await page.getByRole("button", { name: "Dashboard menu" }).click();
	await link.click();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	expect(await link.isVisible()).toBe(false);
});
