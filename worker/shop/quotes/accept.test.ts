import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { LinesRejectedError } from "#contract/errors.ts";
import { orderTotalLimits } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { checkouts, orders, products, quoteLines, quotes } from "#worker/db/schema.ts";
import { createQuoteFixture, delivery } from "../../../tests/model/quote-fixture.ts";
import { injectAtEachRoundTrip, killBefore } from "../../../tests/model/round-trip-hook.ts";
import { acceptQuote } from "./accept.ts";
import { declineQuote, withdrawQuote } from "./answer.ts";
import { getOwnQuotesPage } from "./read.ts";

test("accepting a quote places an order for each line at the quoted price, in one checkout", async () => {
	const { db, shopperContext, requestAndAnswer, accept, productIds, getState } =
		await createQuoteFixture(10, 10, 10);
	const id = await requestAndAnswer();
	const { checkoutId, orderIds } = await accept(id);
	const placedOrders = await db.select().from(orders);
	expect(placedOrders.map((order) => order.id)).toEqual(orderIds);
	expect(placedOrders).toMatchObject(
		productIds.map((productId, index) => ({
			...delivery,
			productId,
			checkoutId,
			quantity: 2,
			toolPriceCents: 1_111 + index,
		})),
	);
	expect(await getState(id)).toBe("accepted");
	expect((await getOwnQuotesPage(shopperContext, 0)).rows).toMatchObject([
		{ id, checkoutId, lineCount: 3, totalCents: 2 * (1_111 + 1_112 + 1_113) },
	]);
	expect(await db.select({ quantity: products.quantity }).from(products)).toEqual(
		productIds.map(() => ({ quantity: 8 })),
	);
});

test("an order from a quote costs the quoted price at every quantity", async () => {
	const { db, sendRequest, answer, accept, productIds } = await createQuoteFixture(1_000_000);
	const [productId = ""] = productIds;
	await db.update(products).set({
		priceCents: 500,
		priceBreaks: [
			[20, 460],
			[50, 430],
		],
	});
	const quantities = [1, 2, 19, 20, 21, 49, 50, 51, 99, 997];
	for (const [index, quantity] of quantities.entries()) {
		const price = [1, 300, 460, 500, 7_777][index % 5] ?? 0;
		const id = await sendRequest();
		// At 1 cent each, an order must have at least 50 pieces to total $0.50.
		const line = { toolId: productId, quantity: price === 1 ? quantity + 50 : quantity, price };
		await answer(id, { lines: [line] });
		const { orderIds } = await accept(id);
		const [order] = await db
			.select()
			.from(orders)
			.where(eq(orders.id, orderIds[0] ?? ""));
		expect(order).toMatchObject({ quantity: line.quantity, toolPriceCents: price });
	}
});

test("the total of an offer can be the maximum for card payments, but not a cent more", async () => {
	const { answer, sendRequest, lines, db, getState } = await createQuoteFixture(1_000);
	const [line] = lines;
	if (!line) throw new Error("The fixture has no line.");
	const otherTool = { ...line, toolId: createId() };
	const [product] = await db.select().from(products).where(eq(products.id, line.toolId));
	if (!product) throw new Error("The fixture has no product.");
	await db.insert(products).values({ ...product, id: otherTool.toolId });
	const id = await sendRequest();
	const cents = orderTotalLimits.max - 5_000;
	const answerWith = (price: number) =>
		answer(id, {
			lines: [
				{ ...line, quantity: 1, price },
				{ ...otherTool, quantity: 1, price: 5_000 },
			],
		});
	await expect(answerWith(cents + 1)).rejects.toMatchObject({ issues: [{ field: "lines" }] });
	await answerWith(cents);
	expect(await getState(id)).toBe("answered");
});

test("an offer must respect the minimum order, the carton size and the minimum order total", async () => {
	const { db, sendRequest, answer, lines, getState } = await createQuoteFixture(1_000);
	const [line] = lines;
	if (!line) throw new Error("The fixture has no line.");
	await db.update(products).set({ minimum: 10, orderMultiple: 5 });
	const id = await sendRequest();
	const rejectedLines = [
		{ ...line, quantity: 5 },
		{ ...line, quantity: 12 },
		{ ...line, quantity: 10, price: 1 },
	];
	for (const rejectedLine of rejectedLines) {
		await expect(answer(id, { lines: [rejectedLine] })).rejects.toMatchObject({
			issues: [{ field: "lines.0.quantity" }],
		});
	}
	const unknownTool = [{ ...line, toolId: "none" }];
	await expect(answer(id, { lines: unknownTool })).rejects.toMatchObject({
		issues: [{ field: "lines.0.toolId" }],
	});
	const duplicates = [
		{ ...line, quantity: 10 },
		{ ...line, quantity: 10 },
	];
	await expect(answer(id, { lines: duplicates })).rejects.toMatchObject({ status: 400 });
	expect(await getState(id)).toBe("new");
	// An offer may exceed the stock, because the tool may be restocked before the quote is accepted.
	await answer(id, { lines: [{ ...line, quantity: 2_000 }] });
	expect(await getState(id)).toBe("answered");
});

test.each([
	["is out of stock", { quantity: 1 }, "insufficient_stock"],
	["is no longer sold", { deletedAt: new Date() }, "product_not_found"],
])("a quote with a line that %s cannot be accepted, but stays open", async (_, change, code) => {
	const { db, requestAndAnswer, accept, productIds, getState } = await createQuoteFixture(10, 10);
	const id = await requestAndAnswer();
	const updateLastProduct = (values: Partial<typeof products.$inferInsert>) =>
		db
			.update(products)
			.set(values)
			.where(eq(products.id, productIds[1] ?? ""));
	await updateLastProduct(change);
	const error: unknown = await accept(id).catch((failure: unknown) => failure);
	expect(error).toBeInstanceOf(LinesRejectedError);
	expect(error).toMatchObject({ lines: [{ productId: productIds[1], code }] });
	expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([0, 0]);
	expect(await getState(id)).toBe("answered");
	await updateLastProduct({ quantity: 2, deletedAt: null });
	await accept(id);
	expect(await db.$count(orders)).toBe(2);
});

test("a quote is accepted only once and cannot be changed afterward", async () => {
	const { db, requestAndAnswer, accept } = await createQuoteFixture(100, 100);
	const id = await requestAndAnswer();
	const results = await Promise.all([accept(id), accept(id), accept(id)]);
	const repeated = await accept(id);
	expect(new Set([...results, repeated].map(({ checkoutId }) => checkoutId)).size).toBe(1);
	expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([2, 1]);
	const triggerError = { cause: { message: expect.stringContaining("already accepted") } };
	await expect(db.update(quotes).set({ note: "x" })).rejects.toMatchObject(triggerError);
	await expect(db.update(quoteLines).set({ unitPriceCents: 1 })).rejects.toMatchObject(
		triggerError,
	);
});

test("accepting a quote again with another address says which address its orders have", async () => {
	const { db, shopperContext, requestAndAnswer, accept } = await createQuoteFixture(10);
	const id = await requestAndAnswer();
	const acceptElsewhere = () =>
		acceptQuote(shopperContext, id, { ...delivery, location: "2 Hill Road", revision: 1 });
	const [first, second] = await Promise.allSettled([accept(id), acceptElsewhere()]);
	expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
	const [order] = await db.select().from(orders);
	const acceptOther = order?.location === delivery.location ? acceptElsewhere : () => accept(id);
	await expect(acceptOther()).rejects.toMatchObject({
		code: "quote_accepted_elsewhere",
		message: expect.stringContaining(order?.location ?? "–"),
	});
	expect(await db.$count(orders)).toBe(1);
});

test("accepting a quote again returns its orders if only the line breaks of the address differ", async () => {
	const { shopperContext, requestAndAnswer } = await createQuoteFixture(10);
	const id = await requestAndAnswer();
	const accept = (location: string) =>
		acceptQuote(shopperContext, id, { ...delivery, location, revision: 1 });
	const acceptance = await accept("1 Bay Road\r\nPortland");
	expect(await accept("1 Bay Road\nPortland")).toEqual(acceptance);
});

type Fixture = Awaited<ReturnType<typeof createQuoteFixture>>;
type ConcurrentAction = { name: string; run: (id: string, fixture: Fixture) => Promise<unknown> };

const concurrentActions: ConcurrentAction[] = [
	{ name: "accepting", run: (id, { accept }) => accept(id) },
	{ name: "declining", run: (id, { shopperContext }) => declineQuote(shopperContext, id) },
	{ name: "withdrawing", run: (id, { staffContext }) => withdrawQuote(staffContext, id) },
	{
		name: "answering",
		run: (id, { answer, lines }) =>
			answer(id, { revision: 1, lines: lines.map((line) => ({ ...line, price: 5 * line.price })) }),
	},
];

test.each(concurrentActions)(
	"$name a quote during its acceptance results in one checkout at the price that the customer saw, or in none",
	async ({ run }) => {
		await injectAtEachRoundTrip({
			create: async () => {
				const fixture = await createQuoteFixture(10, 10);
				return { ...fixture, id: await fixture.requestAndAnswer() };
			},
			act: ({ localShop, shopper, accept, id }, hook) =>
				accept(id, localShop.createContext(shopper, hook)),
			inject: (fixture) => run(fixture.id, fixture),
			async check({ db, getState, id }, roundTrip) {
				const isAccepted = (await getState(id)) === "accepted";
				expect(await db.$count(checkouts), roundTrip).toBe(isAccepted ? 1 : 0);
				const prices = (await db.select().from(orders)).map((order) => order.toolPriceCents);
				expect(prices, roundTrip).toEqual(isAccepted ? [1_111, 1_112] : []);
			},
		});
	},
);

test("a crash while accepting leaves all orders or none, and a retry completes them", async () => {
	for (let index = 0, isKilled = true; isKilled; index += 1) {
		const { localShop, db, shopper, requestAndAnswer, accept, getState } = await createQuoteFixture(
			10,
			10,
		);
		const id = await requestAndAnswer();
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		const result = await untilKilled(accept(id, localShop.createContext(shopper, beforeRoundTrip)));
		isKilled = result === "killed";
		const isAccepted = (await getState(id)) === "accepted";
		expect(await db.$count(orders)).toBe(isAccepted ? 2 : 0);
		await accept(id);
		expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([2, 1]);
	}
});

test("a quote that is withdrawn or deleted just before its orders are written places no order", async () => {
	const { localShop, db, shopper, staffContext, requestAndAnswer, accept } =
		await createQuoteFixture(10);
	await requestAndAnswer();
	const actionsByCode = {
		quote_withdrawn: (id: string) => withdrawQuote(staffContext, id),
		quote_not_found: async (id: string) => void (await db.delete(quotes).where(eq(quotes.id, id))),
	};
	for (const [code, act] of Object.entries(actionsByCode)) {
		const id = await requestAndAnswer();
		let hasActed = false;
		const racingContext = localShop.createContext(shopper, async (statements) => {
			if (hasActed || !statements.some((text) => text.includes('insert into "orders"'))) return;
			hasActed = true;
			await act(id);
		});
		await expect(accept(id, racingContext)).rejects.toMatchObject({ code });
	}
	expect(await db.$count(orders)).toBe(0);
});
