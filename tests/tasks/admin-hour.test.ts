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
import { checkEffort, readEfforts } from "./efforts.ts";
import { createPerson, type Person } from "./person.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getMenuLink = ({ page }: Person, name: string) =>
	page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name, exact: true });

const getButton = ({ page }: Person, name: string | RegExp) =>
	page.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) });

/** Ships 30 orders with the list from the carrier's program, which is already on the clipboard. */
async function shipThirtyOrders(person: Person): Promise<void> {
	await shop.db.delete(orders);
	const { id: productId } = await createProduct(shop);
	const paidOrders = await Promise.all(
		Array.from({ length: 30 }, () => addOrder(shop, { productId, paidAt: new Date() })),
	);
	await person.press(getMenuLink(person, "Packing Slips"));
	await person.page.getByText("A pick list and 30 slips").waitFor();
	await person.page.evaluate(() => {
		window.print = () => document.body.setAttribute("data-printed", "");
	});
	await person.press(getButton(person, "Print"));
	await person.page.locator("[data-printed]").waitFor();
	await person.press(getMenuLink(person, "Ship Orders"));
	const list = paidOrders
		.map(({ id }, index) => `${orderNumber(id)},UPS,1Z999AA1${index}`)
		.join("\n");
	await person.paste(person.page.getByLabel("Orders", { exact: true }), list);
	await person.press(getButton(person, "Check"));
	await person.press(getButton(person, "Ship 30 orders"));
	await person.page.getByText("30 orders shipped").first().waitFor();
	expect(await shop.db.$count(orders, isNotNull(orders.trackingNumber))).toBe(30);
}

async function changeFifteenValues(person: Person): Promise<void> {
	await shop.db.update(products).set({ deletedAt: new Date() });
	const names = Array.from({ length: 8 }, (_, index) => `Edited ${index}`);
	await Promise.all(names.map((name) => createProduct(shop, { name })));
	await person.press(getMenuLink(person, "Manage Products"));
	const prices = person.page.getByLabel(/^Price of Edited/);
	await expect.poll(() => prices.count()).toBe(8);
	await person.typeColumn(await prices.all(), "13.75");
	const stock = await person.page.getByLabel(/^Pieces of Edited \d in stock/).all();
	await person.typeColumn(stock.slice(0, 7), "140");
	await person.page.getByText("15 changes", { exact: true }).waitFor();
	await person.press(getButton(person, "Save"));
	await person.page.getByText("15 changes saved").waitFor();
	const isChanged = and(eq(products.quantity, 140), isNull(products.deletedAt));
	expect(await shop.db.$count(products, isChanged)).toBe(7);
}

async function addThreeTools(person: Person): Promise<void> {
	const { page } = person;
	for (const name of ["Gear puller", "Valve spring compressor", "Brake bleeder"]) {
		await shop.db.delete(products).where(eq(products.name, name));
		await person.press(getMenuLink(person, "Add Products"));
		await person.type(page.getByLabel("Name", { exact: true }), name);
		await person.type(page.getByLabel("Part number"), `TTD-${name.length}`);
		await person.type(page.getByLabel("Short description"), "Forged steel, two arms.");
		await person.type(page.getByLabel("Price per piece (USD)"), "48");
		await person.type(page.getByLabel("Quantity in stock (pieces)"), "200");
		await person.type(page.getByLabel("Minimum order quantity (pieces)"), "10");
		await person.upload(page.getByLabel("Image", { exact: true }), smallPicture);
		await person.press(getButton(person, "Add Product"));
		await page.waitForURL("**/dashbord/manageProducts");
		expect(await shop.db.$count(products, eq(products.name, name))).toBe(1);
	}
}

async function refundFourOfTen(person: Person): Promise<void> {
	await shop.db.delete(orders);
	const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	const { page } = person;
	await person.press(getMenuLink(person, "Manage All Orders"));
	await person.press(page.getByRole("link", { name: "Refund", exact: true }));
	await person.type(page.getByLabel("Pieces", { exact: true }), "4");
	await person.choose(page.getByLabel("Reason"), adminRefundReasons.damaged);
	await person.press(getButton(person, "Review refund"));
	await person.press(getButton(person, "Refund $50.00"));
	await page.getByText("$50.00 refunded").first().waitFor();
}

async function hideReview(person: Person): Promise<void> {
	await shop.db.delete(reviews);
	const { id: productId } = await createProduct(shop);
	await shop.db.insert(reviews).values(createReviewRow(productId, { name: "Rude Person" }));
	await person.press(getMenuLink(person, "Manage Review"));
	await person.press(getButton(person, /^Hide the review by Rude Person/));
	await person.page.getByText("hidden", { exact: true }).waitFor();
}

async function exportLastMonth(person: Person): Promise<void> {
	await person.press(getMenuLink(person, "Money"));
	await person.press(person.page.getByRole("link", { name: "Last month" }));
	const download = person.page.waitForEvent("download");
	await person.press(person.page.getByRole("link", { name: "Export as CSV" }));
	expect((await download).suggestedFilename()).toMatch(/\.csv$/);
}

async function loadSupplierList(person: Person): Promise<void> {
	const supplier = createId();
	const numbers = Array.from({ length: 200 }, (_, index) => `${supplier}-${index}`);
	await Promise.all(numbers.map((partNumber) => createProduct(shop, { partNumber })));
	const text = `Part number;Price\n${numbers.map((number) => `${number};31.50`).join("\n")}\n`;
	await person.press(getMenuLink(person, "Import Products"));
	const file = { name: "supplier.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
	await person.upload(person.page.getByLabel("CSV file"), file);
	await person.press(getButton(person, "Check the file"));
	await person.press(getButton(person, "Apply 200 changes"));
	await person.page.getByText("Imported: 200 changes applied.").waitFor();
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
	"with the %s, an admin's usual tasks take no more effort than docs/tasks.md says",
	async (input) => {
		const documented = await readEfforts(`Admin, ${input}`);
		const page = await browser.newPage({ account: await createAdmin(shop) });
		const person = createPerson(page, input);
		for (const [name, run] of Object.entries(tasks)) {
			await page.goto("/dashbord/overview");
			person.takeEffort();
			await run(person);
			checkEffort(`Admin, ${input}`, name, person.takeEffort(), documented);
		}
	},
	300_000,
);
