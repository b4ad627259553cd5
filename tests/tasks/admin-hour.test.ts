import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { adminRefundReasons } from "#contract/refunds.ts";
import { orderNumber } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { addOrder } from "../support/orders.ts";
import { smallPicture } from "../support/pictures.ts";
import { createProduct, createReviewRow } from "../support/products.ts";
import { startShop } from "../support/shop.ts";
import { checkEffort, readEffortTable } from "./efforts.ts";
import { createSimulatedUser, type SimulatedUser } from "./simulated-user.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getMenuLink = ({ page }: SimulatedUser, name: string) =>
	page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name, exact: true });

const getButton = ({ page }: SimulatedUser, name: string | RegExp) =>
	page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });

/** Ships 30 orders with the list from the carrier's program, which is already on the clipboard. */
async function shipThirtyOrders(user: SimulatedUser): Promise<void> {
	await shop.db.delete(orders);
	const { id: productId } = await createProduct(shop);
	const paidOrders = await Promise.all(
		Array.from({ length: 30 }, () => addOrder(shop, { productId, paidAt: new Date() })),
	);
	await user.press(getMenuLink(user, "Packing Slips"));
	await user.page.getByText("A pick list and 30 slips").waitFor();
	await user.page.evaluate(() => {
		window.print = () => document.body.setAttribute("data-printed", "");
	});
	await user.press(getButton(user, "Print"));
	await user.page.locator("[data-printed]").waitFor();
	await user.press(getMenuLink(user, "Ship Orders"));
	const list = paidOrders
		.map(({ id }, index) => `${orderNumber(id)},UPS,1Z999AA1${index}`)
		.join("\n");
	await user.paste(user.page.getByLabel("Orders", { exact: true }), list);
	await user.press(getButton(user, "Check"));
	await user.press(getButton(user, "Ship 30 orders"));
	await user.page.getByText("30 orders shipped").first().waitFor();
	expect(await shop.db.$count(orders, isNotNull(orders.trackingNumber))).toBe(30);
}

async function changeFifteenValues(user: SimulatedUser): Promise<void> {
	await shop.db.update(products).set({ deletedAt: new Date() });
	const names = Array.from({ length: 8 }, (_, index) => `Edited ${index}`);
	await Promise.all(names.map((name) => createProduct(shop, { name })));
	await user.press(getMenuLink(user, "Manage Products"));
	const prices = user.page.getByLabel(/^Price of Edited/);
	await expect.poll(() => prices.count()).toBe(8);
	await user.typeColumn(await prices.all(), "13.75");
	const stock = await user.page.getByLabel(/^Pieces of Edited \d in stock/).all();
	await user.typeColumn(stock.slice(0, 7), "140");
	await user.page.getByText("15 changes", { exact: true }).waitFor();
	await user.press(getButton(user, "Save"));
	await user.page.getByText("15 changes saved").waitFor();
	const isChanged = and(eq(products.quantity, 140), isNull(products.deletedAt));
	expect(await shop.db.$count(products, isChanged)).toBe(7);
}

async function addThreeTools(user: SimulatedUser): Promise<void> {
	const { page } = user;
	for (const name of ["Gear puller", "Valve spring compressor", "Brake bleeder"]) {
		await shop.db.delete(products).where(eq(products.name, name));
		await user.press(getMenuLink(user, "Add Products"));
		await user.type(page.getByLabel("Name", { exact: true }), name);
		await user.type(page.getByLabel("Part number"), `TTD-${name.length}`);
		await user.type(page.getByLabel("Short description"), "Forged steel, two arms.");
		await user.type(page.getByLabel("Price per piece (USD)"), "48");
		await user.type(page.getByLabel("Quantity in stock (pieces)"), "200");
		await user.type(page.getByLabel("Minimum order quantity (pieces)"), "10");
		await user.upload(page.getByLabel("Image", { exact: true }), smallPicture);
		await user.press(getButton(user, "Add Product"));
		await page.waitForURL("**/dashbord/manageProducts");
		expect(await shop.db.$count(products, eq(products.name, name))).toBe(1);
	}
}

async function refundFourOfTen(user: SimulatedUser): Promise<void> {
	await shop.db.delete(orders);
	const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	const { page } = user;
	await user.press(getMenuLink(user, "Manage All Orders"));
	await user.press(page.getByRole("link", { name: "Refund", exact: true }));
	await user.type(page.getByLabel("Pieces", { exact: true }), "4");
	await user.choose(page.getByLabel("Reason"), adminRefundReasons.damaged);
	await user.press(getButton(user, "Review refund"));
	await user.press(getButton(user, "Refund $50.00"));
	await page.getByText("$50.00 refunded").first().waitFor();
}

async function hideReview(user: SimulatedUser): Promise<void> {
	await shop.db.delete(reviews);
	const { id: productId } = await createProduct(shop);
	await shop.db.insert(reviews).values(createReviewRow(productId, { name: "Rude Person" }));
	await user.press(getMenuLink(user, "Manage Review"));
	await user.press(getButton(user, /^Hide the review by Rude Person/));
	await user.page.getByText("hidden", { exact: true }).waitFor();
}

async function exportLastMonth(user: SimulatedUser): Promise<void> {
	await user.press(getMenuLink(user, "Money"));
	await user.press(user.page.getByRole("link", { name: "Last month" }));
	const download = user.page.waitForEvent("download");
	await user.press(user.page.getByRole("link", { name: "Export as CSV" }));
	expect((await download).suggestedFilename()).toMatch(/\.csv$/);
}

async function loadSupplierList(user: SimulatedUser): Promise<void> {
	const supplier = createId();
	const numbers = Array.from({ length: 200 }, (_, index) => `${supplier}-${index}`);
	await Promise.all(numbers.map((partNumber) => createProduct(shop, { partNumber })));
	const text = `Part number;Price\n${numbers.map((number) => `${number};31.50`).join("\n")}\n`;
	await user.press(getMenuLink(user, "Import Products"));
	const file = { name: "supplier.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
	await user.upload(user.page.getByLabel("CSV file"), file);
	await user.press(getButton(user, "Check the file"));
	await user.press(getButton(user, "Apply 200 changes"));
	await user.page.getByText("Imported: 200 changes applied.").waitFor();
	expect(await shop.db.$count(products, eq(products.priceCents, 3_150))).toBe(200);
	await shop.db.update(products).set({ priceCents: 1_250 });
}

const tasks = {
	"30 orders picked, packed, tracked and shipped": shipThirtyOrders,
	"15 prices and stocks changed": changeFifteenValues,
	"3 tools added": addThreeTools,
	"4 of 10 pieces refunded": refundFourOfTen,
	"An abusive review hidden": hideReview,
	"Last month for the accountant": exportLastMonth,
	"A supplier's list of 200 rows loaded": loadSupplierList,
};

test.each(["mouse", "keyboard"] as const)(
	"with the %s, an admin's usual tasks take no more pages, clicks and typing than docs/tasks.md lists",
	async (input) => {
		const documentedEffort = await readEffortTable(`Admin, ${input}`);
		const page = await browser.newPage({ account: await createAdmin(shop) });
		const user = createSimulatedUser(page, input);
		for (const [name, performTask] of Object.entries(tasks)) {
			await page.goto("/dashbord/overview");
			const effort = await user.measureEffort(() => performTask(user));
			checkEffort(`Admin, ${input}`, name, effort, documentedEffort);
		}
	},
	300_000,
);
