import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { orderNumber } from "#contract/shop.ts";
import { orders, stockAlerts } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { isFocused } from "../support/keyboard.ts";
import { countPrintedPages } from "../support/print.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Read when it is compared, because a run of all tests can pass midnight. */
const getToday = () => formatDay(new Date());

async function createFixture() {
	const account = await createAccount(shop, { name: "Olive Owner" });
	const product = await createProduct(shop);
	const orderId = await createCheckoutHelpers(shop, product).placeOrder(account);
	const updateOrder = (values: Partial<typeof orders.$inferInsert>) =>
		shop.db.update(orders).set(values).where(eq(orders.id, orderId));
	const markPaid = () => updateOrder({ paidAt: new Date(), transactionId: `pi_${orderId}` });
	return { account, product, orderId, updateOrder, markPaid };
}

test("times and days are in the browser's time zone", async () => {
	const { account, product, orderId, updateOrder } = await createFixture();
	const createdAt = new Date("2026-07-01T02:05:00Z");
	await updateOrder({ createdAt });
	const alert = { userId: account.id, productId: product.id, createdAt };
	await shop.db.insert(stockAlerts).values(alert);
	const page = await browser.newPage({ account });
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setTimezoneOverride", { timezoneId: "America/Chicago" });
	await page.goto(`/dashbord/orders/${orderId}`);
	const time = page.locator(".steps").getByText("Jun 30, 2026, 9:05 PM CDT");
	expect(await time.getAttribute("datetime")).toBe("2026-07-01T02:05:00.000Z");
	await page.goto("/dashbord/myorders");
	await page.getByRole("table").getByText("Jun 30, 2026", { exact: true }).waitFor();
	await page.goto("/dashbord/backinstock");
	await page.getByText("Since Jun 30, 2026", { exact: true }).waitFor();
});

test("after an admin ships an order with a tracking number, focus moves to the form that corrects the number", async () => {
	const { orderId, markPaid } = await createFixture();
	await markPaid();
	const admin = await createAdmin(shop);
	const allowedProblems = [/ 400 \(Bad Request\)/];
	const page = await browser.newPage({ account: admin, width: 390, allowedProblems });
	await page.goto(`/dashbord/orders/${orderId}`);
	await page.getByLabel("Carrier").fill("ups");
	await page.getByRole("button", { name: "Mark as shipped" }).click();
	await page.getByText("Enter the tracking number too, or remove the carrier").waitFor();
	await page.getByLabel("Tracking number").fill("1Z 999 AA1 01 2345 6784");
	await page.getByRole("button", { name: "Mark as shipped" }).click();
	await page.getByText("Order get Shifting").waitFor();
	const summary = page.getByText("Correct the tracking number");
	await summary.waitFor();
	expect(await isFocused(summary)).toBe(true);
	await summary.click();
	await page.getByLabel("Carrier").fill("Joe's Freight");
	await page.getByLabel("Tracking number").fill("77 12");
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("Tracking number saved.").waitFor();
	await page.getByText("Joe's Freight 7712", { exact: true }).waitFor();
});

test("a printed invoice shows only the invoice, in black, on one page", async () => {
	const { account, product, orderId, markPaid } = await createFixture();
	await markPaid();
	const page = await browser.newPage({ account, colorScheme: "dark" });
	await page.goto(`/dashbord/invoice/${orderId}`);
	expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(true);
	await page.emulateMedia({ media: "print" });
	const [text = ""] = await page.locator("main").allInnerTexts();
	for (const part of [
		orderNumber(orderId),
		`Ordered\n${getToday()} UTC`,
		`${getToday()} UTC, by card`,
		`pi_${orderId}`,
		`Torque Tool Depot\norders@torquetooldepot.example\n${shop.env.SHOP_ORIGIN}`,
		`Olive Owner\nHere\n1\n${account.email}`,
		`${product.name}\t10\t$12.50\t$125.00`,
		"Total paid\t$125.00",
	]) {
		expect(text).toContain(part);
	}
	const getTop = async (text: string) =>
		(await page.getByRole("main").getByText(text).first().boundingBox())?.y ?? 0;
	expect(await getTop(`Invoice ${orderNumber(orderId)}`)).toBeGreaterThan(await getTop("Depot"));
	for (const selector of ["header.site-header", "footer", "aside", ".btn", ".toasts"]) {
		expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
	}
	const colors = await page
		.locator(".invoice td, .invoice dd, h1")
		.evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
	expect(new Set(colors)).toEqual(new Set(["rgb(0, 0, 0)"]));
	for (const format of ["A4", "Letter"] as const) {
		expect(await countPrintedPages(page, format), format).toBe(1);
	}
});

test("on a phone, a tool's name spans the whole width of the invoice, and without JavaScript, there is no button to print it", async () => {
	const { account, orderId, markPaid } = await createFixture();
	await markPaid();
	const page = await browser.newPage({ account, width: 390, javaScript: false });
	await page.goto(`/dashbord/invoice/${orderId}`);
	expect(await page.getByText("Print", { exact: true }).isVisible()).toBe(false);
	const getWidth = async (selector: string) =>
		(await page.locator(selector).first().boundingBox())?.width ?? 0;
	const width = await getWidth(".invoice table");
	expect(width).toBeGreaterThan(350);
	expect(await getWidth(".invoice tbody td")).toBeGreaterThan(width - 1);
});
