import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { success } from "#contract/messages.ts";
import { orderStates } from "#contract/order-states.ts";
import { createId } from "#worker/auth/tokens.ts";
import {
	checkouts,
	orders,
	payments,
	products,
	quoteLines,
	quotes,
	refunds,
} from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { openHtml } from "../support/html-page.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const admin = await createAdmin(shop);
afterAll(() => shop.stop());

test("accepting a quote requires seeing its latest revision and creates only one checkout", async () => {
	const account = await createAccount(shop);
	const product = await createProduct(shop);
	const quoteId = await addQuote(shop, { userId: account.id, productId: product.id });
	const path = `/dashbord/myquotes/${quoteId}`;
	const delivery = { Location: "1 Bay Road", Phone: "555 0100" };
	const outdatedPage = await openHtml(shop, path, account);
	await shop.db.batch([
		shop.db.update(quotes).set({ revision: 2 }).where(eq(quotes.id, quoteId)),
		shop.db.update(quoteLines).set({ unitPriceCents: 990 }).where(eq(quoteLines.quoteId, quoteId)),
	]);
	const rejectedPage = await outdatedPage.press("Accept and order", delivery);
	expect(rejectedPage.status).toBe(409);
	expect(rejectedPage.text).toContain("This quote has changed since you opened it.");
	expect(rejectedPage.text).toContain("You'll pay $198.00 on the next page.");
	expect(rejectedPage.getFieldValue("Location")).toBe("1 Bay Road");
	const secondTab = await openHtml(shop, path, account);
	const thirdTab = await openHtml(shop, path, account);
	for (const page of [
		await rejectedPage.press("Accept and order"),
		await secondTab.press("Accept and order", delivery),
	]) {
		expect(page.text).toContain(success.orderPlaced);
	}
	expect(await shop.db.$count(checkouts, eq(checkouts.userId, account.id))).toBe(1);
	const otherAddressPage = await thirdTab.press("Accept and order", {
		...delivery,
		Location: "2 Hill Road",
	});
	expect(otherAddressPage.status).toBe(409);
	expect(otherAddressPage.text).toContain("already been accepted. Its orders go to: 1 Bay Road");
	const acceptedPage = await openHtml(shop, path, account);
	await acceptedPage.follow("Pay");
	expect(acceptedPage.text).not.toContain(`${product.name}: Canceled`);
	const isOwn = eq(orders.userId, account.id);
	const [order] = await shop.db.select({ id: orders.id }).from(orders).where(isOwn);
	const id = `pi_${order?.id}`;
	await shop.db.insert(payments).values({
		id,
		orderId: order?.id ?? "",
		amountCents: 19_800,
		processingAt: new Date(),
		updatedAt: new Date(),
	});
	const processingPage = await openHtml(shop, path, account);
	expect(processingPage.text).toContain("Your bank is processing the payment.");
	await expect(processingPage.follow("Pay")).rejects.toThrow("0 URLs");
	await shop.db.update(payments).set({ processingAt: null }).where(eq(payments.id, id));
	await shop.db.update(orders).set({ cancelledAt: new Date() }).where(isOwn);
	expect((await openHtml(shop, path, account)).text).toContain(`${product.name}: Canceled`);
	const refunded = { cancelledAt: null, paidAt: new Date(), refundedAt: new Date() };
	const paid = { status: "paid", receivedCents: 19_800 } as const;
	await shop.db.batch([
		shop.db.update(payments).set(paid).where(eq(payments.id, id)),
		shop.db
			.update(orders)
			.set({ ...refunded, transactionId: id })
			.where(isOwn),
	]);
	const expectState = async (state: string) =>
		expect((await openHtml(shop, path, account)).text).toContain(`${product.name}: ${state}`);
	await expectState("Canceled, not refunded");
	await shop.db.insert(refunds).values({
		id: `re_${id}`,
		paymentId: id,
		amountCents: 19_800,
		status: "succeeded",
		createdByShop: true,
		readAt: new Date(),
	});
	await expectState(orderStates.refunded.label);
});

test("the badge of a quote stands out for the one who can act, and a declined offer does not say how long it is valid", async () => {
	const account = await createAccount(shop);
	const product = await createProduct(shop);
	const id = await addQuote(shop, { userId: account.id, productId: product.id });
	const readBadge = async (viewer: typeof admin, path: string) => {
		const { html } = await openHtml(shop, path, viewer);
		return /class="badge (badge-[a-z]+)">([A-Z][a-z]+)/.exec(html)?.slice(1);
	};
	const staffPath = `/dashbord/quotes/${id}`;
	expect(await readBadge(account, "/dashbord/myquotes")).toEqual(["badge-primary", "Answered"]);
	expect(await readBadge(admin, staffPath)).toEqual(["badge-ghost", "Answered"]);
	expect((await openHtml(shop, staffPath, admin)).text).toMatch(/Valid until [A-Z][a-z]{2} \d/);
	const setQuote = (values: Partial<typeof quotes.$inferInsert>) =>
		shop.db.update(quotes).set(values).where(eq(quotes.id, id));
	await setQuote({ declinedAt: new Date() });
	expect((await openHtml(shop, staffPath, admin)).text).not.toMatch(/Valid until [A-Z][a-z]{2} \d/);
	await setQuote({ declinedAt: null, answeredAt: null, expiresAt: null, revision: 0 });
	expect(await readBadge(account, "/dashbord/myquotes")).toEqual(["badge-ghost", "Requested"]);
	expect(await readBadge(admin, staffPath)).toEqual(["badge-primary", "Requested"]);
});

test("a quote below a new minimum order or carton size cannot be accepted, and the page offers to ask for another", async () => {
	const account = await createAccount(shop);
	const { id: productId, name } = await createProduct(shop);
	const quoteId = await addQuote(shop, { userId: account.id, productId });
	const readPage = async () =>
		(await openHtml(shop, `/dashbord/myquotes/${quoteId}`, account)).text;
	for (const [minimum, orderMultiple, text] of [
		[30, 1, "30 pieces"],
		[12, 12, "12 pieces, in cartons of 12"],
	] as const) {
		await shop.db
			.update(products)
			.set({ minimum, orderMultiple })
			.where(eq(products.id, productId));
		expect(await readPage()).toContain(
			`The minimum order of ${name} is now ${text}. Ask us for another quote.`,
		);
	}
});

test("a quote says which tool costs less without it after the shop's price fell", async () => {
	const account = await createAccount(shop);
	const { id: productId, name } = await createProduct(shop);
	const quoteId = await addQuote(shop, { userId: account.id, productId });
	const readPage = async () =>
		(await openHtml(shop, `/dashbord/myquotes/${quoteId}`, account)).text;
	const notice = `${name} costs $10.50 per piece now, less than in this quote. Order it without the quote.`;
	expect(await readPage()).not.toContain("less than in this quote");
	const priceBreaks = [[20, 1_050]] satisfies [number, number][];
	await shop.db.update(products).set({ priceBreaks }).where(eq(products.id, productId));
	expect(await readPage()).toContain(notice);
});

test("a quote request filled in from the basket offers each tool in its quantity, even if its name has commas", async () => {
	const account = await createAccount(shop);
	const name = `Socket set ${createId()}`;
	for (const toolName of [name, `${name}, 12`, `${name}, 1/2 in, 94 pcs`]) {
		const { id: productId } = await createProduct(shop, { name: toolName });
		await addBasketLine(shop, { userId: account.id, productId, quantity: 70 });
	}
	const request = await openHtml(shop, "/dashbord/requestquote", account);
	const { path } = await request.press("Send request");
	const quotePath = path.replace("myquotes", "quotes");
	const { html, text } = await openHtml(shop, quotePath, admin);
	expect([...html.matchAll(/name="quantity\.\d+"[^>]*value="70"/g)]).toHaveLength(3);
	expect(text).not.toContain("did you mean");
});
