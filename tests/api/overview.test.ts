import { afterAll, expect, test } from "vitest";
import { formatMonth } from "#contract/dates.ts";
import { type OrderState, orderStateLabels, orderStateNames } from "#contract/order-states.ts";
import { orderPath } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { payments, reviews } from "#worker/db/schema.ts";
import { createAdmin } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { addOrder, daysAgo } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const admin = await createAdmin(shop);

/** Returns the text of the page, without markup. */
async function readOverview(query = ""): Promise<string> {
	const response = await admin.fetch(`/dashbord/overview${query}`);
	expect(response.status).toBe(200);
	const html = await response.text();
	const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
	return main
		.replace(/<!-- -->|<\/?time[^>]*>/g, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");
}

test("the overview of an empty shop shows a message in place of each missing figure", async () => {
	const text = await readOverview();
	expect(text).toContain("Revenue $0.00 None in the previous 30 days either");
	expect(text).toContain("No sales in this period.");
	expect(text).toContain("No one has ordered anything yet.");
	expect(text).toContain("Every tool has enough stock for two more orders.");
	expect(text).toContain("Best sellers appear after your first paid order.");
	expect(text).toContain("No one has written a review yet.");
	expect(text).not.toContain("A payment needs attention.");
});

test("the overview counts payments by the day of payment and compares them with the previous period", async () => {
	const { id: productId, name } = await createProduct(shop, { name: "Hooked puller" });
	await addOrder(shop, { productId, createdAt: daysAgo(40), paidAt: new Date() });
	await addOrder(shop, { productId, paidAt: daysAgo(29), shippedAt: new Date() });
	await addOrder(shop, { productId, paidAt: daysAgo(30) });
	await addOrder(shop, { productId });
	const text = await readOverview();
	expect(text).toContain("Revenue $250.00 100% more than $125.00 in the previous 30 days");
	expect(text).toContain("Orders paid 2 100% more than 1 in the previous 30 days");
	const states: Partial<Record<OrderState, number>> = { unpaid: 1, paid: 2, shipped: 1 };
	const counts = orderStateNames.map((state) => `${orderStateLabels[state]} ${states[state] ?? 0}`);
	expect(text).toContain(counts.join(" "));
	expect(text).toContain(`${name} 30 pieces $375.00`);
	const monthsText = await readOverview("?span=months");
	expect(monthsText).toContain("Orders paid 3 None in the previous 12 months");
	expect(await readOverview("?span=nonsense")).toContain("previous 30 days");
});

test("the overview counts open cancellation requests and links to their orders", async () => {
	expect(await readOverview()).not.toContain("to cancel");
	const { id: productId } = await createProduct(shop);
	const cancellationRequest = {
		productId,
		paidAt: new Date(),
		cancellationRequestedAt: new Date(),
	};
	const { id } = await addOrder(shop, cancellationRequest);
	const declinedOrder = await addOrder(shop, {
		...cancellationRequest,
		cancellationDeclinedAt: new Date(),
	});
	expect(await readOverview()).toContain("A customer has asked to cancel a paid order.");
	const list = await (await admin.fetch("/dashbord/manageAllorders?state=asks_to_cancel")).text();
	expect(list).toContain(orderPath(id));
	expect(list).not.toContain(orderPath(declinedOrder.id));
	await addOrder(shop, cancellationRequest);
	expect(await readOverview()).toContain("Customers have asked to cancel 2 paid orders.");
});

test("the overview lists only products with low stock, the lowest first", async () => {
	await createProduct(shop, { name: "Plenty", quantity: 20 });
	await createProduct(shop, { name: "Last few", quantity: 19 });
	await createProduct(shop, { name: "Too few left", quantity: 9 });
	await createProduct(shop, { name: "Sold by the thousand", quantity: 1_000, minimum: 900 });
	await createProduct(shop, { name: "Gone", quantity: 0, deletedAt: new Date() });
	const text = await readOverview();
	expect(text).toContain("Low stock Too few left Below minimum Last few Low stock: 19 pieces");
	for (const name of ["Plenty", "Gone", "Sold by the thousand"]) expect(text).not.toContain(name);
});

test("the overview shows the latest review and an alert for open payments", async () => {
	const author = { name: "Rita Reviewer", email: "rita@example.com" };
	const review = { review: "Holds.", ratings: "5", img: "/pictures/people/tom.svg" };
	await shop.db.insert(reviews).values({ id: createId(), ...review, ...author });
	await shop.db.insert(payments).values({
		id: `pi_${createId()}`,
		orderId: createId(),
		amountCents: 100,
		status: "open",
		problem: "No such order",
		updatedAt: new Date(),
	});
	const text = await readOverview();
	expect(text).toContain("Holds. Rita Reviewer,");
	expect(text).toContain("A payment needs attention. Review open payments");
	const orders = await (await admin.fetch("/dashbord/manageAllorders")).text();
	expect(orders).toContain('id="open-payments"');
});

test("the overview says that a review is hidden", async () => {
	const createdAt = new Date("2099-11-20T12:00:00Z");
	const author = { name: "Zoe", email: "zoe@example.com", img: "" };
	const review = { id: createId(), review: "Spam.", ratings: "1", hiddenAt: createdAt, createdAt };
	await shop.db.insert(reviews).values({ ...author, ...review });
	expect(await readOverview()).toContain("Zoe, Nov 20, 2099, hidden");
});

test("the overview shows the chart's data as a table and links products to their edit forms", async () => {
	const product = await createProduct(shop, { name: "Linked puller", quantity: 12 });
	const day = daysAgo(330);
	await addOrder(shop, { productId: product.id, paidAt: day });
	const page = await openHtml(shop, "/dashbord/overview?span=months", admin);
	expect(page.html).toMatch(/<a [^>]*aria-current="page"[^>]*>Last 12 months</);
	const [table = ""] = /<summary[^>]*>Show data as a table<.*?<\/table>/s.exec(page.html) ?? [];
	expect(table).toContain(">Sales and revenue by month</caption>");
	const cells = Array.from(table.matchAll(/<td [^>]*>(.*?)<\/td>/g), ([, text]) => text);
	expect(cells).toHaveLength(12 * 4);
	const row = cells.indexOf(formatMonth(day));
	expect(row, "newest first").toBeGreaterThanOrEqual(10 * 4);
	expect(cells.slice(row + 1, row + 4)).toEqual(["1", "10", "$125.00"]);
	const formPath = `/dashbord/updateproducts/${product.id}`;
	for (const panel of ["Low stock", "Best sellers"]) {
		const [list = ""] = new RegExp(`>${panel}</h2>.*?</section>`, "s").exec(page.html) ?? [];
		expect(list, panel).toContain(`href="${formPath}"`);
	}
	expect((await page.follow(product.name)).path).toBe(formPath);
});

test("the overview says that a tool is below its minimum order, as Low stock does", async () => {
	await createProduct(shop, { name: "Nearly gone puller", quantity: 1 });
	await createProduct(shop, { name: "Sold out puller", quantity: 0 });
	const text = await readOverview();
	expect(text).toContain("Sold out puller Out of stock");
	expect(text).toContain("Nearly gone puller Below minimum");
});
