import { eq, inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, orders, products, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct, createReviewRow } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckout(shop, await createProduct(shop, { quantity: 1_000 }));
const admin = await createAdmin(shop);
afterAll(() => shop.stop());

/** The texts of a column's cells. */
function columnOf({ html }: { html: string }, header: string): string[] {
	const cells = html.matchAll(new RegExp(`<td data-label="${header}"[^>]*>(.*?)</td>`, "gs"));
	return Array.from(cells, ([, cell = ""]) => cell.replaceAll(/<.*?>/gs, ""));
}

const toolsOf = (page: { html: string }) =>
	columnOf(page, "Tool name").map((cell) => cell.charAt(0));

const findProduct = (id: string) =>
	shop.db.select().from(products).where(eq(products.id, id)).get();

test("orders are filtered by state and sorted", async () => {
	const email = `${createId()}@example.com`;
	const dateAt = (second: number) => new Date(1_000 * second);
	const paid = { paidAt: dateAt(9) };
	const order = { productId: checkout.product.id, email };
	await addOrder(shop, { ...order, toolName: "A", createdAt: dateAt(1) });
	await addOrder(shop, { ...order, toolName: "B", createdAt: dateAt(2), ...paid });
	await addOrder(shop, { ...order, toolName: "C", createdAt: dateAt(3), ...paid });
	const shipped = { ...paid, shippedAt: dateAt(9) };
	await addOrder(shop, { ...order, toolName: "D", createdAt: dateAt(4), ...shipped });
	const all = await openHtml(shop, `/dashbord/manageAllorders?search=${email}`, admin);
	expect(toolsOf(all)).toEqual(["D", "C", "B", "A"]);
	const unpaid = await all.press("Search", { State: "Unpaid" });
	expect(toolsOf(unpaid)).toEqual(["A"]);
	const newest = await unpaid.press("Search", { State: "Paid, not shipped" });
	expect(toolsOf(newest)).toEqual(["C", "B"]);
	const oldest = await newest.press("Search", { Sort: "Oldest first" });
	expect(toolsOf(oldest)).toEqual(["B", "C"]);
	const dayInJanuary = expect.stringMatching(/^Jan 1, 1970/);
	expect(columnOf(oldest, "Date")).toEqual([dayInJanuary, dayInJanuary]);
	expect(oldest.html).toMatch(
		/href="\/dashbord\/orders\.csv\?[^"]*state=paid[^"]*"[^>]*>.*?Export as CSV/s,
	);
	const last = await oldest.press("Search", { State: "Shipped" });
	expect(toolsOf(last)).toEqual(["D"]);
});

test("an admin ships the selected orders that are paid, and reads why the others were skipped", async () => {
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
	const table = await openHtml(shop, `/dashbord/manageAllorders?search=${email}`, admin);
	const labels = Array.from(
		table.html.matchAll(/aria-label="(Select order[^"]*)"/g),
		([, it]) => it,
	);
	expect(labels).toHaveLength(3);
	const selected = Object.fromEntries(labels.map((label) => [label ?? "", true]));
	const shipped = await table.press("Ship selected", selected);
	expect(shipped.text).toContain("2 orders shipped. 1 skipped: it is not paid yet.");
	expect(shipped.html.match(/>Deliverd</g)).toHaveLength(2);
	const entries = await shop.db.select().from(auditLog).where(inArray(auditLog.subjectId, ids));
	expect(entries.map(({ action }) => action)).toEqual(["order-shipped", "order-shipped"]);
	const due = labels.find((label) => label?.includes("Due")) ?? "";
	const deleted = await shipped.press("Delete selected", { [due]: true });
	expect(deleted.text).toContain("1 order deleted.");
	expect(await readStates()).toEqual(["cancelled", "shipped", "shipped"]);
});

test("an admin hides a review and shows it again from its row", async () => {
	const author = `Rob ${createId()}`;
	const review = createReviewRow(null, { name: author });
	await shop.db.insert(reviews).values(review);
	const table = await openHtml(shop, "/dashbord/manageReview", admin);
	const hidden = await table.press(`Hide the review by ${author}`);
	expect(hidden.text).toContain(success.reviewHidden);
	const filtered = await hidden.press("Search", { Visibility: "Hidden" });
	expect(columnOf(filtered, "Name")).toEqual([author]);
	const shown = await filtered.press(`Show the review by ${author}`);
	expect(shown.text).toContain(success.reviewShown);
	const row = await shop.db.select().from(reviews).where(eq(reviews.id, review.id)).get();
	expect(row?.hiddenAt).toBeNull();
});

test("an admin sets a product's stock in its row, and pieces sold in the meantime are subtracted", async () => {
	const { id, name } = await createProduct(shop, { name: `Row ${createId()}` });
	const setProduct = (values: Partial<typeof products.$inferInsert>) =>
		shop.db.update(products).set(values).where(eq(products.id, id));
	const table = await openHtml(shop, `/dashbord/manageProducts?search=${name}`, admin);
	const [field, button] = [`Pieces of ${name} in stock`, `Save the stock of ${name}`];
	await setProduct({ quantity: 95 });
	const saved = await table.press(button, { [field]: "120" });
	expect(saved.text).toContain(
		`${name}: 115 in stock. Adjusted for 5 pieces sold while you were typing.`,
	);
	expect((await findProduct(id))?.quantity).toBe(115);
	await setProduct({ editKey: "other" });
	const rejected = await saved.press(button, { [field]: "80" });
	expect(rejected.text).toContain(
		fillMessage(errors.stock_changed.message, { name, quantity: 115 }),
	);
	expect((await findProduct(id))?.quantity).toBe(115);
});

test("a shopper cancels an unpaid order in the list", async () => {
	const account = await createAccount(shop);
	await checkout.placeOrder(account);
	const stockBefore = (await findProduct(checkout.product.id))?.quantity ?? 0;
	const list = await openHtml(shop, "/dashbord/myorders", account);
	const canceled = await list.press("Cancel this order");
	expect(canceled.text).toContain("You have not ordered anything yet.");
	expect(canceled.text).toContain("Delete Order successfully");
	expect((await findProduct(checkout.product.id))?.quantity).toBe(stockBefore + 10);
});

test("a shopper cancels an unpaid order on its page, and finds it among the canceled ones", async () => {
	const account = await createAccount(shop);
	const path = `/dashbord/orders/${await checkout.placeOrder(account)}`;
	const list = await (await openHtml(shop, path, account)).press("Cancel this order");
	expect(list.text).toContain("Delete Order successfully");
	expect(columnOf(await list.follow("Show canceled orders"), "Payment")).toEqual(["Canceled"]);
	const page = await openHtml(shop, path, account);
	expect(page.text).toContain("You canceled this order. You have not been charged for it.");
	await expect(page.follow("pay")).rejects.toThrow("0 URLs");
});

test("an order paid in the meantime is not canceled, and the page says why", async () => {
	const { shopper, order, secret, intent } = await checkout.beginPayment();
	const list = await openHtml(shop, "/dashbord/myorders", shopper);
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, order, intent);
	const rejected = await list.press("Cancel this order");
	expect([rejected.status, rejected.text]).toEqual([
		409,
		expect.stringContaining(errors.order_paid.message),
	]);
	expect(await checkout.readTransactionId(order)).toBe(intent);
});
