import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { orderProgress } from "#contract/order-states.ts";
import { orderNumber } from "#contract/shop.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckout } from "../support/checkout.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const today = formatDay(new Date());
const stepAt = (step: string) =>
	expect.stringMatching(new RegExp(`^${step}\\n${today}, \\d+:\\d\\d\\s[AP]M UTC$`));

async function createFixture() {
	const account = await createAccount(shop, { name: "Olive Owner" });
	const product = await createProduct(shop);
	const order = await createCheckout(shop, product).placeOrder(account);
	const updateOrder = (values: Partial<typeof orders.$inferInsert>) =>
		shop.db.update(orders).set(values).where(eq(orders.id, order));
	const markPaid = () => updateOrder({ paidAt: new Date(), transactionId: `pi_${order}` });
	return { account, product, order, updateOrder, markPaid };
}

const pageOptions = [{ javaScript: true }, { javaScript: false }];

test("the page of an order shows times in the time zone of the browser", async () => {
	const { account, order, updateOrder } = await createFixture();
	await updateOrder({ createdAt: new Date("2026-07-01T02:05:00Z") });
	const page = await browser.newPage({ account });
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setTimezoneOverride", { timezoneId: "America/Chicago" });
	await page.goto(`/dashbord/orders/${order}`);
	const time = page.locator(".steps").getByText("Jun 30, 2026, 9:05 PM CDT");
	expect(await time.getAttribute("datetime")).toBe("2026-07-01T02:05:00.000Z");
});

test.each(pageOptions)(
	"the page of an order shows its steps and the next action (%o)",
	async (options) => {
		const { account, product, order, updateOrder, markPaid } = await createFixture();
		const page = await browser.newPage({ account, width: 390, ...options });
		await page.goto("/dashbord/myorders");
		await page.getByRole("link", { name: product.name }).click();
		await page.getByRole("heading", { name: `Order ${orderNumber(order)}` }).waitFor();
		const steps = page.locator(".steps").getByRole("listitem");
		expect(await steps.count()).toBe(orderProgress.length);
		expect((await steps.allInnerTexts()).slice(0, 3)).toEqual([
			stepAt("Placed"),
			"Paid\nAwaiting payment",
			"Shipped\nAfter payment",
		]);
		await page.getByText("will ship them after you pay.").waitFor();
		const payLink = page.getByRole("link", { name: "pay", exact: true });
		expect(await payLink.getAttribute("href")).toBe(`/dashbord/payment/${order}`);
		expect(await page.getByRole("link", { name: "Invoice" }).count()).toBe(0);
		const toolPart = page.getByRole("region", { name: "Tool" });
		const toolLink = toolPart.getByRole("link", { name: product.name });
		expect(await toolLink.getAttribute("href")).toBe(`/tools/${product.id}`);
		expect(await toolPart.locator("img").getAttribute("src")).toBe(product.img);
		await toolPart.getByText("$125.00").waitFor();
		await markPaid();
		await page.reload();
		expect((await steps.allInnerTexts()).slice(0, 3)).toEqual([
			stepAt("Placed"),
			stepAt("Paid"),
			"Shipped\nPreparing to ship",
		]);
		await updateOrder({ shippedAt: new Date() });
		await page.reload();
		expect((await steps.allInnerTexts()).at(2)).toEqual(stepAt("Shipped"));
		const reviewLink = page.getByRole("link", { name: "Review this tool" });
		expect(await reviewLink.getAttribute("href")).toBe(`/dashbord/addreview?tool=${product.id}`);
		await page.getByRole("link", { name: "Invoice" }).click();
		await page.getByRole("heading", { name: `Invoice ${orderNumber(order)}` }).waitFor();
		expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(options.javaScript);
	},
);

test("an admin ships an order with its tracking number and corrects it; the customer can follow it", async () => {
	const { account, order, markPaid } = await createFixture();
	await markPaid();
	const admin = await createAdmin(shop);
	const allowedProblems = [/ 400 \(Bad Request\)/];
	const page = await browser.newPage({ account: admin, width: 390, allowedProblems });
	await page.goto(`/dashbord/orders/${order}`);
	await page.getByLabel("Carrier").fill("ups");
	await page.getByRole("button", { name: "Mark as shipped" }).click();
	await page.getByText("Enter the tracking number too, or remove the carrier").waitFor();
	await page.getByLabel("Tracking number").fill("1Z 999 AA1 01 2345 6784");
	await page.getByRole("button", { name: "Mark as shipped" }).click();
	await page.getByText("Order get Shifting").waitFor();
	const summary = page.getByText("Correct the tracking number");
	await summary.waitFor();
	expect(await summary.evaluate((it) => it.matches(":focus"))).toBe(true);
	await summary.click();
	await page.getByLabel("Carrier").fill("Joe's Freight");
	await page.getByLabel("Tracking number").fill("77 12");
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("Tracking number saved.").waitFor();
	await page.getByText("Joe's Freight 7712", { exact: true }).waitFor();
	await page.goto(`/dashbord/manageAllorders?search=${order}&by=id`);
	await page.getByText("Joe's Freight 7712").waitFor();
	await shop.db.update(orders).set({ carrier: "UPS" }).where(eq(orders.id, order));
	const customerPage = await browser.newPage({ account, width: 390 });
	await customerPage.goto("/dashbord/myorders");
	const href = "https://www.ups.com/track?tracknum=7712";
	const link = customerPage.getByRole("link", { name: "UPS 7712" });
	expect(await link.getAttribute("href")).toBe(href);
	await customerPage.goto(`/dashbord/orders/${order}`);
	const trackButton = customerPage.getByRole("link", { name: "Track shipment" });
	expect(await trackButton.getAttribute("href")).toBe(href);
	expect(await customerPage.getByText("Correct the tracking number").count()).toBe(0);
});

test("a printed invoice shows only the invoice, in black, on one page", async () => {
	const { account, product, order, markPaid } = await createFixture();
	await markPaid();
	const page = await browser.newPage({ account, colorScheme: "dark" });
	await page.goto(`/dashbord/invoice/${order}`);
	await page.emulateMedia({ media: "print" });
	const [text = ""] = await page.locator("main").allInnerTexts();
	for (const part of [
		orderNumber(order),
		`${today}, by card`,
		`pi_${order}`,
		`Torque Tool Depot\norders@torquetooldepot.example\n${shop.env.SHOP_ORIGIN}`,
		`Olive Owner\nHere\n1\n${account.email}`,
		`${product.name}\t10\t$12.50\t$125.00`,
		"Total paid\t$125.00",
	]) {
		expect(text).toContain(part);
	}
	const topOf = async (text: string) =>
		(await page.getByRole("main").getByText(text).first().boundingBox())?.y ?? 0;
	expect(await topOf(`Invoice ${orderNumber(order)}`)).toBeGreaterThan(await topOf("Depot"));
	for (const selector of ["header.site-header", "footer", "aside", ".btn", ".toasts"]) {
		expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
	}
	const colors = await page
		.locator(".invoice td, .invoice dd, h1")
		.evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
	expect(new Set(colors)).toEqual(new Set(["rgb(0, 0, 0)"]));
	for (const format of ["A4", "Letter"]) {
		const pdf = (await page.pdf({ format })).toString("latin1");
		expect(pdf.match(/\/Type \/Page\b(?!s)/g), format).toHaveLength(1);
	}
});

test("Order again opens a prefilled order form", async () => {
	const { account, product, order, updateOrder, markPaid } = await createFixture();
	await updateOrder({ quantity: 40, toolPriceCents: 1_000 });
	await markPaid();
	await shop.db.update(products).set({ quantity: 20 }).where(eq(products.id, product.id));
	const page = await browser.newPage({ account, width: 390 });
	await page.goto("/dashbord/myorders");
	await page.getByRole("link", { name: "Order again" }).click();
	await page.getByText("You ordered 40 before; we have 20 in stock.").waitFor();
	await page.getByText("The price has changed from $10.00 to $12.50 per piece.").waitFor();
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("20");
	expect(await page.getByLabel("Location").inputValue()).toBe("Here");
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.waitForURL(/\/dashbord\/payment\//);
	expect(await shop.db.$count(orders, eq(orders.userId, account.id))).toBe(2);
	await page.goto(`/dashbord/orders/${order}`);
	await page.getByText("This tool is currently out of stock.").waitFor();
	await shop.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, product.id));
	await page.reload();
	await page.getByText("We no longer sell this tool.").waitFor();
	expect(await page.getByRole("link", { name: "Order again" }).count()).toBe(0);
	expect(await page.getByRole("link", { name: product.name }).count()).toBe(0);
});

test("a customer says that a shipped order has arrived", async () => {
	const { account, order, markPaid, updateOrder } = await createFixture();
	await markPaid();
	await updateOrder({ shippedAt: new Date() });
	const page = await browser.newPage({ account, width: 390 });
	await page.goto(`/dashbord/orders/${order}`);
	await page.getByRole("button", { name: "I received it" }).click();
	const dialog = page.getByRole("dialog", { name: "Has the order been received?" });
	await dialog.getByRole("button", { name: "I received it" }).click();
	await page.getByText("Order marked as received").waitFor();
	await page.getByText("You have received this order.").waitFor();
	const steps = page.locator(".steps").getByRole("listitem");
	const received = (await steps.allInnerTexts())[orderProgress.indexOf("delivered")];
	expect(received).toEqual(stepAt("Received"));
	expect(await page.getByRole("button", { name: "I received it" }).count()).toBe(0);
	const admin = await browser.newPage({ account: await createAdmin(shop) });
	await admin.goto(`/dashbord/manageAllorders?search=${order}&by=id&state=delivered`);
	await admin.getByRole("button", { name: "Deliverd" }).waitFor();
	const response = await account.fetch(`/specificorders/${order}`);
	expect(await response.json()).toMatchObject({ paid: true, shift: true });
});
