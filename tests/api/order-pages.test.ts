import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { formatDay } from "#contract/dates.ts";
import { errors } from "#contract/errors.ts";
import { tablePageSize } from "#contract/limits.ts";
import { canOpen, getPagePattern } from "#contract/permissions.ts";
import { roleNames } from "#contract/roles.ts";
import { checkoutPath, orderNumber, orderPath, paymentPath } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { checkouts, orders, products, refundRequests, sessions, users } from "#worker/db/schema.ts";
import { anHourAgo, createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { openHtml } from "../support/html-page.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { addOrder, listUpcomingSteps } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 100_000 }));
afterAll(shop.stop);

async function createFixture() {
	const [shopper, otherShopper, admin] = await Promise.all([
		createAccount(shop, { name: "Olive Owner" }),
		createAccount(shop),
		createAdmin(shop),
	]);
	const orderId = await checkout.placeOrder(shopper);
	const updateOrder = (values: Partial<typeof orders.$inferInsert>) =>
		shop.db.update(orders).set(values).where(eq(orders.id, orderId));
	return { shopper, otherShopper, admin, orderId, updateOrder };
}

const readStatuses = (path: string, accounts: TestAccount[]) =>
	Promise.all(accounts.map(async (account) => (await account.fetch(path)).status));

const buildPaidValues = (orderId: string) => ({
	paidAt: new Date(),
	transactionId: `pi_${orderId}`,
});

test.each(["orders", "invoice"])(
	"only the order's owner and admins can open /dashbord/%s/{id}",
	async (page) => {
		const { shopper, otherShopper, admin, orderId, updateOrder } = await createFixture();
		await updateOrder(buildPaidValues(orderId));
		const path = `/dashbord/${page}/${orderId}`;
		expect(await readStatuses(path, [shopper, admin, otherShopper])).toEqual([200, 200, 403]);
		const anonymousResponse = await shop.fetch(path);
		expect(anonymousResponse.headers.get("Location")).toBe(
			`/login?from=${encodeURIComponent(path)}`,
		);
		const unknownPath = `/dashbord/${page}/${"0".repeat(24)}`;
		expect(await readStatuses(unknownPath, [shopper, admin])).toEqual([404, 404]);
		const response = await shopper.fetch(path);
		expect(response.headers.get("Cache-Control")).toMatch(/private/);
	},
);

test("the invoice and refund pages of an unpaid order lead back to the order", async () => {
	const { shopper, admin, orderId } = await createFixture();
	for (const [name, account] of [
		["invoice", shopper],
		["invoice", admin],
		["refund", admin],
	] as const) {
		const missingPage = await openHtml(shop, `/dashbord/${name}/${"0".repeat(24)}`, account);
		await expect(missingPage.follow("Back to order")).rejects.toThrow("0 URLs");
		const page = await openHtml(shop, `/dashbord/${name}/${orderId}`, account);
		expect(page.status).toBe(409);
		expect(page.text).toContain(errors.order_unpaid.message);
		expect(await page.follow("Back to order")).toMatchObject({
			path: `/dashbord/orders/${orderId}`,
			status: 200,
		});
	}
});

test("an order's page says how many orders were placed together, how many are canceled, and the total of the others", async () => {
	const { shopper, orderId, updateOrder } = await createFixture();
	const checkoutId = createId();
	await shop.db.insert(checkouts).values({ id: checkoutId, userId: shopper.id });
	await updateOrder({ checkoutId });
	const { id: productId } = checkout.product;
	const line = { productId, userId: shopper.id, checkoutId };
	const { id: otherId } = await addOrder(shop, line);
	const path = `/dashbord/orders/${orderId}`;
	expect((await openHtml(shop, path, shopper)).text).toContain("2 orders, $250.00");
	await shop.db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, otherId));
	expect((await openHtml(shop, path, shopper)).text).toContain("2 orders (1 canceled), $125.00");
});

test.each(roleNames)(
	"the pages of orders link %s accounts only to pages that they can open, because another page signs them out",
	async (role) => {
		const [customer, viewer] = await Promise.all([createAccount(shop), createAccount(shop)]);
		const { id: productId } = checkout.product;
		const paths: string[] = [];
		// What an account ordered before it got its role stays its own.
		for (const { id: userId } of [customer, viewer]) {
			for (const state of [{}, { paidAt: new Date() }, { cancelledAt: new Date() }]) {
				const checkoutId = createId();
				await shop.db.insert(checkouts).values({ id: checkoutId, userId });
				const { id } = await addOrder(shop, { productId, userId, checkoutId, ...state });
				await addOrder(shop, { productId, userId, checkoutId, ...state });
				paths.push(orderPath(id), paymentPath(id), checkoutPath(checkoutId));
			}
		}
		await shop.db.update(users).set({ role }).where(eq(users.id, viewer.id));
		for (const path of paths) {
			const html = await (await viewer.fetch(path)).text();
			const targets = Array.from(
				html.matchAll(/(?:<a |<form )[^>]*?(?:href|action)="(\/[^"?#]*)/g),
				([, target = ""]) => target,
			);
			const closed = targets.filter((target) => !canOpen(role, getPagePattern(target)));
			expect(closed, path).toEqual([]);
		}
	},
);

test("only staff can check an order with Stripe, after a payment has been started", async () => {
	const { shopper, admin, orderId } = await createFixture();
	const readPage = async (account: TestAccount) =>
		(await account.fetch(`/dashbord/orders/${orderId}`)).text();
	expect(await readPage(admin)).not.toContain("Check with Stripe");
	await checkout.createIntent(shopper, orderId);
	expect(await readPage(admin)).toContain("Check with Stripe");
	expect(await readPage(shopper)).not.toContain("Check with Stripe");
});

test("staff can print the packing slip of a paid order, but not of a refunded one", async () => {
	const { admin, orderId, updateOrder } = await createFixture();
	const readPage = async () => (await admin.fetch(`/dashbord/orders/${orderId}`)).text();
	await updateOrder(buildPaidValues(orderId));
	expect(await readPage()).toContain("Packing slip");
	await updateOrder({ refundedAt: new Date() });
	expect(await readPage()).not.toContain("Packing slip");
});

test("a packing slip has the part number of the order, as the invoice does, and the pick list the current one", async () => {
	const { admin, orderId, updateOrder } = await createFixture();
	await updateOrder({ ...buildPaidValues(orderId), toolPartNumber: "OLD-1" });
	const { id } = checkout.product;
	await shop.db.update(products).set({ partNumber: "NEW-1" }).where(eq(products.id, id));
	const { text } = await openHtml(shop, `/dashbord/packing?ids=${orderId}`, admin);
	const [, pickList = "", slip = ""] = /Pick list(.*)Deliver to(.*)/.exec(text) ?? [];
	expect([pickList.includes("NEW-1"), slip.includes("OLD-1")]).toEqual([true, true]);
	expect([pickList.includes("OLD-1"), slip.includes("NEW-1")]).toEqual([false, false]);
});

test("the 404 page for an order links an admin to all orders", async () => {
	const admin = await createAdmin(shop);
	const html = await (await admin.fetch(`/dashbord/orders/${"0".repeat(24)}`)).text();
	const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
	const links = main.matchAll(/<a [^>]*class="btn[^>]*>(.*?)<\/a>/gs);
	expect(Array.from(links, ([, label]) => label)).toEqual(["Manage All Orders"]);
});

test("staff who confirm a refund by signing in with Google in another tab keep their input", async () => {
	const { orderId, secret, shopper, intentId } = await checkout.beginPayment();
	await checkout.stripe.chargeCard(secret);
	await checkout.confirmPayment(shopper, orderId, intentId);
	const admin = await createAdmin(shop, { signedInAt: anHourAgo() });
	const refundFields = { scope: "pieces", pieces: "4", amount: "", restock: "", reason: "damaged" };
	const path = `/dashbord/refund/${orderId}?${new URLSearchParams(refundFields)}`;
	const reviewPage = await openHtml(shop, path, admin);
	const note = { "Note for the team (optional)": "Bent in transit" };
	const confirmationPage = await reviewPage.press("Refund $50.00", note);
	const [link = ""] = /<a [^>]*href="\/auth\/google[^>]*>/.exec(confirmationPage.html) ?? [];
	expect(link).toContain('target="_blank"');
	const href = / href="([^"]+)"/.exec(link)?.[1]?.replaceAll("&amp;", "&") ?? "";
	expect(new URL(href, shop.url).searchParams.get("from")).toBe(path);
	await shop.db
		.update(sessions)
		.set({ createdAt: new Date() })
		.where(eq(sessions.userId, admin.id));
	expect((await confirmationPage.press("Refund $50.00")).text).toContain("$50.00 refunded");
	const [refund] = await shop.db
		.select()
		.from(refundRequests)
		.where(eq(refundRequests.orderId, orderId));
	expect(refund).toMatchObject({ note: "Bent in transit", pieces: 4 });
});

test("an order's page shows its steps and the next action", async () => {
	const { shopper, orderId, updateOrder } = await createFixture();
	const { name, id: productId, img } = checkout.product;
	const openPage = () => openHtml(shop, `/dashbord/orders/${orderId}`, shopper);
	const readSteps = ({ html }: { html: string }) => {
		const [list = ""] = /<ol[^>]*class="[^"]*steps[^"]*".*?<\/ol>/s.exec(html) ?? [];
		const steps = list.match(/<li\b.*?<\/li>/gs) ?? [];
		return steps.map((step) => step.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|"));
	};
	const row = await shop.db.select().from(orders).where(eq(orders.id, orderId)).get();
	const placedText = `|Placed|${formatDay(row?.createdAt ?? new Date(0))}, `;
	const unpaidPage = await openPage();
	const matchUpcomingSteps = (state: Parameters<typeof listUpcomingSteps>[0]) =>
		listUpcomingSteps(state).map((texts) => expect.stringContaining(`|${texts.join("|")}|`));
	expect(readSteps(unpaidPage)).toEqual([
		expect.stringContaining(placedText),
		...matchUpcomingSteps("unpaid"),
	]);
	expect(unpaidPage.text).toContain("will ship them after you pay.");
	expect(unpaidPage.html).toContain(`href="/dashbord/payment/${orderId}"`);
	expect(unpaidPage.html).toContain(`href="/tools/${productId}"`);
	expect(unpaidPage.html).toContain(`src="${img}"`);
	expect(unpaidPage.text).toContain(name);
	expect(unpaidPage.text).toContain("$125.00");
	await expect(unpaidPage.follow("Invoice")).rejects.toThrow("0 URLs");
	await updateOrder(buildPaidValues(orderId));
	expect(readSteps(await openPage()).slice(2)).toEqual(matchUpcomingSteps("paid"));
	await updateOrder({ shippedAt: new Date() });
	const shippedPage = await openPage();
	expect(readSteps(shippedPage).at(2)).toMatch(/\|Shipped\|\w+ \d+, \d{4}, /);
	expect(shippedPage.html).toContain(`href="/dashbord/addreview?tool=${productId}"`);
	expect((await shippedPage.follow("Invoice")).text).toContain(`Invoice ${orderNumber(orderId)}`);
	await updateOrder({ shippedAt: null, refundedAt: new Date() });
	// A review of a tool that its author never received would be a review of the shop.
	expect((await openPage()).text).not.toContain("Review this tool");
});

test("without JavaScript, a shopper with more than one page of orders can search them", async () => {
	const shopper = await createAccount(shop);
	const { id: productId } = checkout.product;
	const row = { userId: shopper.id, email: shopper.email, productId };
	const matchingOrder = await addOrder(shop, { ...row, toolName: "Breaker bar, 1/2 in" });
	const shortList = await openHtml(shop, "/dashbord/myorders", shopper);
	expect(shortList.text).not.toContain("Number, tool or part number");
	const rowOptions = { prefix: "Aa", count: tablePageSize, userId: shopper.id, productId };
	await addDashboardRows(shop, rowOptions);
	const search = async (text: string) =>
		(await openHtml(shop, "/dashbord/myorders", shopper)).press("Search", {
			"Number, tool or part number": text,
		});
	const page = await search("breaker BAR");
	expect(page.path).toBe("/dashbord/myorders?search=breaker+BAR");
	expect(page.getFieldValue("Number, tool or part number")).toBe("breaker BAR");
	expect(page.html.match(/<tr>/g)).toHaveLength(2);
	expect(page.text).toContain(orderNumber(matchingOrder.id));
	expect((await search(orderNumber(matchingOrder.id))).text).toContain("Breaker bar");
	const emptyPage = await search("<b>nothing");
	expect(emptyPage.text).toContain("No orders for “<b>nothing”.");
	expect((await emptyPage.follow("Show all orders")).text).toContain("Page 1 of 2");
});
