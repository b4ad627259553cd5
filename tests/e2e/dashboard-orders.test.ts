import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { orderNumber } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser, waitForToken } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { expectHeadings, readCells } from "../support/data-table.ts";
import { addOrder } from "../support/orders.ts";
import { countPrintedPages } from "../support/print.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** The contract fixes the spelling of this and other labels. */
const deleteQuestion = "are you sure ? you want to delete ?";

/** Marks an order as paid without a payment, and sets further values. */
const markPaid = (orderId: string, values: Partial<typeof orders.$inferInsert>) =>
	shop.db
		.update(orders)
		.set({ transactionId: `pi_${orderId}`, paidAt: new Date(), ...values })
		.where(eq(orders.id, orderId));

const readStock = async () =>
	(await shop.db.select().from(products).where(eq(products.id, checkout.product.id)).get())
		?.quantity;

test("a shopper cancels an unpaid order", async () => {
	const account = await createAccount(shop);
	await checkout.placeOrder(account);
	const stockBefore = (await readStock()) ?? 0;
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myorders");
	await page.getByRole("button", { name: "Cencel" }).click();
	const dialog = page.getByRole("dialog", { name: deleteQuestion });
	await dialog.getByRole("button", { name: "Go back" }).click();
	expect(await page.getByRole("button", { name: "Cencel" }).isVisible()).toBe(true);
	await page.getByRole("link", { name: checkout.product.name }).click();
	await page.getByRole("heading", { name: /^Order / }).waitFor();
	await page.getByRole("button", { name: "Cencel" }).click();
	await dialog.getByRole("button", { name: "Cancel this order" }).click();
	await page.getByText("You have not ordered anything yet.").waitFor();
	await page.getByText("Delete Order successfully").waitFor();
	expect(await readStock()).toBe(stockBefore + 10);
});

test("My Orders shows each order's payment and links unpaid orders to the payment page", async () => {
	const account = await createAccount(shop, { name: "Mo Owner" });
	const [paidOrderId, unpaidOrderId] = [
		await checkout.placeOrder(account),
		await checkout.placeOrder(account),
	];
	await markPaid(paidOrderId, { createdAt: new Date(0) });
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myorders");
	await expectHeadings(page, [
		"Number",
		"User name",
		"Tool name",
		"Order quantity",
		"Total",
		"Payment",
		"Transaction ID",
	]);
	const paidRow = page.getByRole("row", { name: new RegExp(`paid.*pi_${paidOrderId}`) });
	const unpaidRow = page.getByRole("row", { name: "Cencel" });
	const commonCells = {
		"User name": "Mo Owner",
		"Tool name": checkout.product.name,
		"Order quantity": "10",
		Total: "$125.00",
	};
	expect(await readCells(unpaidRow)).toMatchObject({
		Number: `${orderNumber(unpaidOrderId)}${formatDay(new Date())}`,
		Payment: expect.stringMatching(/Reserved until [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M/),
		...commonCells,
	});
	expect(await readCells(paidRow)).toMatchObject({
		...commonCells,
		Number: `${orderNumber(paidOrderId)}Jan 1, 1970`,
	});
	expect(await paidRow.getByRole("link", { name: "pay", exact: true }).count()).toBe(0);
	expect(await paidRow.getByRole("button", { name: "Cencel" }).count()).toBe(0);
	const payLink = unpaidRow.getByRole("link", { name: "pay", exact: true });
	expect(await payLink.getAttribute("href")).toBe(`/dashbord/payment/${unpaidOrderId}`);
	await page.getByRole("button", { name: "Cencel", exact: true }).click();
	await page.getByRole("dialog", { name: deleteQuestion }).waitFor();
});

test("an admin sees each order's state, ships a paid order, and deletes an unpaid order", async () => {
	const account = await createAccount(shop, { name: "Vic Various" });
	const [unpaidId, paidId, shippedId] = [
		await checkout.placeOrder(account),
		await checkout.placeOrder(account),
		await checkout.placeOrder(account),
	];
	await markPaid(paidId, {});
	await markPaid(shippedId, { shippedAt: new Date() });
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto("/dashbord/manageAllorders");
	await expectHeadings(page, ["Status"]);
	const unpaidRow = page.getByRole("row", { name: /Vic Various.*UnPaid/ });
	expect(await unpaidRow.getByRole("button", { name: "Shifting" }).count()).toBe(0);
	const paidRow = page.getByRole("row", { name: `pi_${paidId}` });
	expect(await paidRow.getByRole("button", { name: "Delete" }).count()).toBe(0);
	const shippedRow = page.getByRole("row", { name: `pi_${shippedId}` });
	expect(await shippedRow.getByRole("button", { name: "Deliverd" }).isDisabled()).toBe(true);
	expect(await shippedRow.getByRole("button", { name: "Delete" }).count()).toBe(0);
	await paidRow.getByRole("button", { name: "Shifting", exact: true }).click();
	const shipDialog = page.getByRole("dialog", { name: "Are shure about shifting ?" });
	await shipDialog.getByRole("button", { name: "Shifting" }).click();
	await page.getByText("Order get Shifting", { exact: true }).waitFor();
	expect(await paidRow.getByRole("button", { name: "Deliverd" }).isDisabled()).toBe(true);
	await unpaidRow.getByRole("button", { name: "Delete", exact: true }).click();
	const deleteDialog = page.getByRole("dialog", { name: deleteQuestion });
	await deleteDialog.getByRole("button", { name: "Delete" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	expect(await unpaidRow.count()).toBe(0);
	const canceledOrder = await shop.db.select().from(orders).where(eq(orders.id, unpaidId)).get();
	expect(canceledOrder).toMatchObject({ state: "cancelled", transactionId: null });
	await page.goto("/dashbord/manageAllorders?state=cancelled");
	const canceledRow = page.getByRole("row", { name: "Vic Various" });
	await canceledRow.getByText("Canceled", { exact: true }).waitFor();
});

test("a shopper who opens an admin page is signed out and sees the contract's message", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	await page.goto("/dashbord");
	await waitForToken(page);
	await page.goto("/dashbord/manageAllorders");
	await page.waitForURL("/login?from=%2Fdashbord%2FmanageAllorders");
	await page.getByText("its is procted for admin").waitFor();
	await waitForToken(page, null);
	expect(await page.getByRole("link", { name: "Dashbord" }).count()).toBe(0);
});

test("on a small screen, a button toggles the dashboard menu", async () => {
	const page = await browser.newPage({ account: await createAccount(shop), width: 390 });
	await page.goto("/dashbord");
	const link = page.getByRole("link", { name: "My Orders" });
	expect(await link.isVisible()).toBe(false);
	await page.getByRole("button", { name: "Dashboard menu" }).click();
	await link.click();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	expect(await link.isVisible()).toBe(false);
	await page.getByRole("button", { name: "Dashboard menu" }).click();
	await link.click();
	await link.waitFor({ state: "hidden" });
});

test("Export as CSV downloads only the filtered orders", async () => {
	const email = `${createId()}@example.com`;
	await addOrder(shop, { productId: checkout.product.id, email });
	await addOrder(shop, { productId: checkout.product.id, email, paidAt: new Date() });
	const page = await browser.newPage({
		account: await createAdmin(shop),
		width: 390,
		allowedProblems: [/orders\.csv/],
	});
	await page.goto(`/dashbord/manageAllorders?state=paid&search=${email}`);
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Export as CSV" }).focus();
	await page.keyboard.press("Enter");
	const file = await download;
	expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
	const text = await readFile(await file.path(), "utf8");
	expect(text.trim().split("\r\n")).toHaveLength(2);
});

test("printed tables omit fields and buttons, and no text overlaps the next column", async () => {
	const account = await createAccount(shop, { name: "Alexandra Montgomery-Featherstone" });
	await addOrder(shop, {
		productId: checkout.product.id,
		userId: account.id,
		name: "Alexandra Montgomery-Featherstone",
		email: account.email,
		location: "Unit 14, Northgate Industrial Estate\nWakefield Road\nLeeds LS10 1AB",
		paidAt: new Date(),
	});
	const page = await browser.newPage({ account: await createAdmin(shop), colorScheme: "dark" });
	await page.goto(`/dashbord/manageAllorders?search=${account.email}`);
	await page.emulateMedia({ media: "print" });
	const readHeadings = () =>
		page
			.locator("th")
			.evaluateAll((headings) =>
				headings.flatMap((th) => (th.checkVisibility() ? th.textContent : [])),
			);
	expect(await readHeadings()).toEqual([
		"Number",
		"Tool name",
		"User name",
		"Deliver to",
		"Total",
		"Status",
	]);
	const cells = page.locator("td");
	const overflows = await cells.evaluateAll((elements) =>
		elements.flatMap((td) => (td.scrollWidth > td.clientWidth ? td.textContent : [])),
	);
	expect(overflows).toEqual([]);
	const totalBox = await page.locator("tbody td[data-numeric]").first().boundingBox();
	expect(totalBox?.width, "leaves the width to the address").toBeLessThan(140);
	const mutedColor = await cells
		.locator(".text-muted")
		.first()
		.evaluate((element) => getComputedStyle(element).color);
	expect(mutedColor).toBe("rgb(51, 51, 51)");
	const headingBackground = await page
		.locator("th")
		.first()
		.evaluate((element) => getComputedStyle(element).backgroundColor);
	expect(headingBackground).toBe("rgb(255, 255, 255)");
	await page.goto("/dashbord/manageProducts");
	expect(await readHeadings()).toEqual(["Name", "Price per piece", "Quantity"]);
});

test("six orders fit on one printed page, because their rows are not cards", async () => {
	const values = { productId: checkout.product.id, email: `${createId()}@example.com` };
	for (let count = 0; count < 6; count += 1) await addOrder(shop, values);
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(`/dashbord/manageAllorders?search=${values.email}`);
	for (const format of ["A4", "Letter"] as const)
		expect(await countPrintedPages(page, format), format).toBe(1);
});
