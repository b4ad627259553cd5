import { eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { orderStateLabels } from "#contract/order-states.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, orders, products, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct, createReviewRow } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const admin = await createAdmin(shop);
afterAll(() => shop.stop());

/** Returns the text of each cell in a column. */
function readColumn({ html }: { html: string }, header: string): string[] {
	const cells = html.matchAll(new RegExp(`<td data-label="${header}"[^>]*>(.*?)</td>`, "gs"));
	return Array.from(cells, ([, cell = ""]) => cell.replaceAll(/<.*?>/gs, ""));
}

/** Returns the first letter of each tool name. */
const readToolLetters = (page: { html: string }) =>
	readColumn(page, "Tool name").map((cell) => cell.charAt(0));

const findProduct = (id: string) =>
	shop.db.select().from(products).where(eq(products.id, id)).get();

test("the orders table can be filtered by state and sorted", async () => {
	const email = `${createId()}@example.com`;
	const createDate = (second: number) => new Date(1_000 * second);
	const payment = { paidAt: createDate(9) };
	const order = { productId: checkout.product.id, email };
	await addOrder(shop, { ...order, toolName: "A", createdAt: createDate(1) });
	await addOrder(shop, { ...order, toolName: "B", createdAt: createDate(2), ...payment });
	await addOrder(shop, { ...order, toolName: "C", createdAt: createDate(3), ...payment });
	const shipment = { ...payment, shippedAt: createDate(9) };
	await addOrder(shop, { ...order, toolName: "D", createdAt: createDate(4), ...shipment });
	const allPage = await openHtml(shop, `/dashbord/manageAllorders?search=${email}`, admin);
	expect(readToolLetters(allPage)).toEqual(["D", "C", "B", "A"]);
	const unpaidPage = await allPage.press("Search", { Status: orderStateLabels.unpaid });
	expect(readToolLetters(unpaidPage)).toEqual(["A"]);
	const paidPage = await unpaidPage.press("Search", { Status: orderStateLabels.paid });
	expect(readToolLetters(paidPage)).toEqual(["C", "B"]);
	const oldestFirstPage = await paidPage.press("Search", { Sort: "Oldest first" });
	expect(readToolLetters(oldestFirstPage)).toEqual(["B", "C"]);
	const dayInJanuary = expect.stringMatching(/Jan 1, 1970$/);
	expect(readColumn(oldestFirstPage, "Number")).toEqual([dayInJanuary, dayInJanuary]);
	expect(oldestFirstPage.html).toMatch(
		/href="\/dashbord\/orders\.csv\?[^"]*state=paid[^"]*"[^>]*>.*?Export as CSV/s,
	);
	const shippedPage = await oldestFirstPage.press("Search", { Status: "Shipped" });
	expect(readToolLetters(shippedPage)).toEqual(["D"]);
});

test("shipping selected orders skips the unpaid ones and says why", async () => {
	const { id: userId, email } = await createAccount(shop);
	const order = { productId: checkout.product.id, userId, email };
	const rows = [
		await addOrder(shop, { ...order, toolName: "Paid", paidAt: new Date() }),
		await addOrder(shop, { ...order, toolName: "Paid", paidAt: new Date() }),
		await addOrder(shop, { ...order, toolName: "Due" }),
	];
	const ids = rows.map(({ id }) => id);
	const readStates = async () =>
		(await shop.db.select().from(orders).where(inArray(orders.id, ids)))
			.map(({ state }) => state)
			.sort();
	const tablePage = await openHtml(shop, `/dashbord/manageAllorders?search=${email}`, admin);
	const labels = Array.from(
		tablePage.html.matchAll(/aria-label="(Select order[^"]*)"/g),
		([, label]) => label,
	);
	expect(labels).toHaveLength(3);
	const checkedBoxes = Object.fromEntries(labels.map((label) => [label ?? "", true]));
	const shippedPage = await tablePage.press("Ship selected", checkedBoxes);
	expect(shippedPage.text).toContain("2 orders shipped. 1 skipped: it is not paid yet.");
	expect(shippedPage.html.match(/>Deliverd</g)).toHaveLength(2);
	const entries = await shop.db.select().from(auditLog).where(inArray(auditLog.subjectId, ids));
	expect(entries.map(({ action }) => action)).toEqual(["order-shipped", "order-shipped"]);
	const unpaidLabel = labels.find((label) => label?.includes("Due")) ?? "";
	const deletedPage = await shippedPage.press("Delete selected", { [unpaidLabel]: true });
	expect(deletedPage.text).toContain("1 order deleted.");
	expect(await readStates()).toEqual(["cancelled", "shipped", "shipped"]);
});

test("an admin can hide a review and show it again in its table row", async () => {
	const author = `Rob ${createId()}`;
	const review = createReviewRow(null, { name: author });
	await shop.db.insert(reviews).values(review);
	const tablePage = await openHtml(shop, "/dashbord/manageReview", admin);
	const hiddenPage = await tablePage.press(`Hide the review by ${author}`);
	expect(hiddenPage.text).toContain(success.reviewHidden);
	const filteredPage = await hiddenPage.press("Search", { Visibility: "Hidden" });
	expect(readColumn(filteredPage, "Name")).toEqual([author]);
	const shownPage = await filteredPage.press(`Show the review by ${author}`);
	expect(shownPage.text).toContain(success.reviewShown);
	const row = await shop.db.select().from(reviews).where(eq(reviews.id, review.id)).get();
	expect(row?.hiddenAt).toBeNull();
});

test("the reviews table shows the tool, the date, and whether the author bought the tool", async () => {
	const email = `${createId()}@example.com`;
	const { id: productId } = await createProduct(shop, { name: "Puller" });
	const { id: deletedId } = await createProduct(shop, { name: "Jack" });
	await shop.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, deletedId));
	for (const [index, id] of [null, deletedId, productId].entries()) {
		const createdAt = new Date(Date.UTC(2026, 0, index + 1));
		const values = { email, createdAt, verified: id === productId };
		await shop.db.insert(reviews).values(createReviewRow(id, values));
	}
	const page = await openHtml(shop, `/dashbord/manageReview?search=${email}`, admin);
	expect(readColumn(page, "Tool")).toEqual([
		"PullerJan 3, 2026, verified purchase",
		"Jack (no longer sold)Jan 2, 2026",
		"The shopJan 1, 2026",
	]);
	expect(page.html).toContain(`href="/tools/${productId}"`);
	expect(page.html).not.toContain(`href="/tools/${deletedId}"`);
});

test("setting a product's stock in its table row subtracts pieces sold in the meantime", async () => {
	const { id, name } = await createProduct(shop, { name: `Row ${createId()}` });
	const setProduct = (values: Partial<typeof products.$inferInsert>) =>
		shop.db.update(products).set(values).where(eq(products.id, id));
	const tablePage = await openHtml(shop, `/dashbord/manageProducts?search=${name}`, admin);
	const [field, button] = [`Pieces of ${name} in stock`, `Save the stock of ${name}`];
	await setProduct({ quantity: 95 });
	const savedPage = await tablePage.press(button, { [field]: "120" });
	expect(savedPage.text).toContain(
		`${name}: 115 in stock. Adjusted for 5 pieces sold while you were typing.`,
	);
	expect((await findProduct(id))?.quantity).toBe(115);
	await setProduct({ editKey: "other" });
	const rejectedPage = await savedPage.press(button, { [field]: "80" });
	expect(rejectedPage.text).toContain(
		fillMessage(errors.stock_changed.message, { name, quantity: 115, changes: "stock 115 → 80" }),
	);
	expect((await findProduct(id))?.quantity).toBe(115);
});

test("saving a product leads back to the filtered table that it was opened from", async () => {
	const { name } = await createProduct(shop, { name: `Back${createId()}` });
	const tablePage = await openHtml(shop, `/dashbord/manageProducts?search=${name}`, admin);
	const formPage = await tablePage.follow("Update Product");
	expect(formPage.html).toContain(`href="${tablePage.path}"`);
	const savedPage = await formPage.press("Update Product", { "Short description": "Changed." });
	expect(savedPage.text).toContain(success.productUpdated);
	expect(readColumn(savedPage, "Name")).toEqual([name]);
});

test("a shopper can cancel an unpaid order from the list", async () => {
	const account = await createAccount(shop);
	await checkout.placeOrder(account);
	const stockBefore = (await findProduct(checkout.product.id))?.quantity ?? 0;
	const listPage = await openHtml(shop, "/dashbord/myorders", account);
	const canceledPage = await listPage.press("Cancel this order");
	expect(canceledPage.text).toContain("You have not ordered anything yet.");
	expect(canceledPage.text).toContain("Delete Order successfully");
	expect((await findProduct(checkout.product.id))?.quantity).toBe(stockBefore + 10);
});

test("a shopper can cancel an unpaid order on its page and find it among the canceled orders", async () => {
	const account = await createAccount(shop);
	const path = `/dashbord/orders/${await checkout.placeOrder(account)}`;
	const listPage = await (await openHtml(shop, path, account)).press("Cancel this order");
	expect(listPage.text).toContain("Delete Order successfully");
	expect(readColumn(await listPage.follow("Show canceled orders"), "Payment")).toEqual([
		"Canceled",
	]);
	const page = await openHtml(shop, path, account);
	expect(page.text).toContain("You canceled this order. You have not been charged for it.");
	await expect(page.follow("pay")).rejects.toThrow("0 URLs");
});

test("canceling an order that was paid in the meantime shows an error", async () => {
	const { shopper, orderId, secret, intentId } = await checkout.beginPayment();
	const listPage = await openHtml(shop, "/dashbord/myorders", shopper);
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	const rejectedPage = await listPage.press("Cancel this order");
	expect([rejectedPage.status, rejectedPage.text]).toEqual([
		409,
		expect.stringContaining(errors.order_paid.message),
	]);
	expect(await checkout.readTransactionId(orderId)).toBe(intentId);
});

test("the box for a draft stays checked in a rejected form", async () => {
	const page = await openHtml(shop, "/dashbord/addproducts", admin);
	const label = "Save as a draft, which only staff can see until you publish it";
	const rejectedPage = await page.press("Add Product", { Name: "Pry bar", [label]: true });
	expect(rejectedPage.status).toBe(400);
	expect(rejectedPage.html).toMatch(/name="draft"[^>]* checked=""/);
});
