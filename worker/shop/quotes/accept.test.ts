import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { LinesRejectedError } from "#contract/errors.ts";
import { checkouts, orders, products, quoteLines, quotes } from "#worker/db/schema.ts";
import { createQuoteFixture, delivery } from "../../../tests/model/quote-fixture.ts";
import { injectAtEachRoundTrip, killBefore } from "../../../tests/model/round-trip-hook.ts";
import { declineQuote, withdrawQuote } from "./answer.ts";
import { getOwnQuotesPage } from "./read.ts";

test("accepting places an order for each line at the quoted price, as one checkout, in one transaction", async () => {
	const { db, shop, askAndAnswer, accept, productIds, getState } = await createQuoteFixture(
		10,
		10,
		10,
	);
	const id = await askAndAnswer();
	const { checkoutId, orderIds } = await accept(id);
	const placed = await db.select().from(orders);
	expect(placed.map((order) => order.id)).toEqual(orderIds);
	expect(placed).toMatchObject(
		productIds.map((productId, index) => ({
			...{ ...delivery, productId, checkoutId, quantity: 2, toolPriceCents: 1_111 + index },
		})),
	);
	expect(await getState(id)).toBe("accepted");
	expect((await getOwnQuotesPage(shop, 0)).rows).toMatchObject([
		{ id, checkoutId, lines: 3, totalCents: 2 * (1_111 + 1_112 + 1_113) },
	]);
	expect(await db.select({ quantity: products.quantity }).from(products)).toEqual(
		productIds.map(() => ({ quantity: 8 })),
	);
});

test("the price charged is the quoted price for every quantity, whatever the price list says", async () => {
	const { db, ask, answer, accept, productIds } = await createQuoteFixture(1_000_000);
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
		const id = await ask();
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

test("a quote changes only the price: minimum order, cartons and the total of an order stay as they are", async () => {
	const { db, ask, answer, lines, getState } = await createQuoteFixture(1_000);
	const [line] = lines;
	if (!line) throw new Error("no line");
	await db.update(products).set({ minimum: 10, orderMultiple: 5 });
	const id = await ask();
	const offers = [
		{ ...line, quantity: 5 },
		{ ...line, quantity: 12 },
		{ ...line, quantity: 10, price: 1 },
	];
	for (const rejected of offers) {
		await expect(answer(id, { lines: [rejected] })).rejects.toMatchObject({
			issues: [{ field: "lines.0.quantity" }],
		});
	}
	const unknown = [{ ...line, toolId: "none" }];
	await expect(answer(id, { lines: unknown })).rejects.toMatchObject({
		issues: [{ field: "lines.0.toolId" }],
	});
	const duplicates = [
		{ ...line, quantity: 10 },
		{ ...line, quantity: 10 },
	];
	await expect(answer(id, { lines: duplicates })).rejects.toMatchObject({ status: 400 });
	expect(await getState(id)).toBe("new");
	// More than the stock: it may be restocked until the quote is accepted.
	await answer(id, { lines: [{ ...line, quantity: 2_000 }] });
	expect(await getState(id)).toBe("answered");
});

test.each([
	["is out of stock", { quantity: 1 }, "insufficient_stock"],
	["is no longer sold", { deletedAt: new Date() }, "product_not_found"],
])(
	"accepting a quote whose line %s places no order, reports why, and leaves the quote open",
	async (_, change, code) => {
		const { db, askAndAnswer, accept, productIds, getState } = await createQuoteFixture(10, 10);
		const id = await askAndAnswer();
		const setLast = (values: Partial<typeof products.$inferInsert>) =>
			db
				.update(products)
				.set(values)
				.where(eq(products.id, productIds[1] ?? ""));
		await setLast(change);
		const error: unknown = await accept(id).catch((failure: unknown) => failure);
		expect(error).toBeInstanceOf(LinesRejectedError);
		expect(error).toMatchObject({ lines: [{ productId: productIds[1], code }] });
		expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([0, 0]);
		expect(await getState(id)).toBe("answered");
		await setLast({ quantity: 2, deletedAt: null });
		await accept(id);
		expect(await db.$count(orders)).toBe(2);
	},
);

test("accepting a quote repeatedly, or in two tabs at once, places one checkout, and the quote can no longer be changed", async () => {
	const { db, askAndAnswer, accept } = await createQuoteFixture(100, 100);
	const id = await askAndAnswer();
	const results = await Promise.all([accept(id), accept(id), accept(id)]);
	const repeated = await accept(id);
	expect(new Set([...results, repeated].map(({ checkoutId }) => checkoutId)).size).toBe(1);
	expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([2, 1]);
	const isBlocked = { cause: { message: expect.stringContaining("already accepted") } };
	await expect(db.update(quotes).set({ note: "x" })).rejects.toMatchObject(isBlocked);
	await expect(db.update(quoteLines).set({ unitPriceCents: 1 })).rejects.toMatchObject(isBlocked);
});

type Rival = { name: string; run: (id: string, fixture: Fixture) => Promise<unknown> };
type Fixture = Awaited<ReturnType<typeof createQuoteFixture>>;

const rivals: Rival[] = [
	{ name: "accepting", run: (id, { accept }) => accept(id) },
	{ name: "declining", run: (id, { shop }) => declineQuote(shop, id) },
	{ name: "withdrawing", run: (id, { staffContext }) => withdrawQuote(staffContext, id) },
	{
		name: "answering",
		run: (id, { answer, lines }) =>
			answer(id, { revision: 1, lines: lines.map((line) => ({ ...line, price: 5 * line.price })) }),
	},
];

test.each(rivals)(
	"$name before any round trip of accepting leads to one checkout at the price that was seen, or to none",
	async ({ run }) => {
		await injectAtEachRoundTrip({
			create: async () => {
				const fixture = await createQuoteFixture(10, 10);
				return { ...fixture, id: await fixture.askAndAnswer() };
			},
			act: ({ local, shopper, accept, id }, hook) => accept(id, local.createContext(shopper, hook)),
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

test("a crash before any round trip either accepts the quote and places its checkout or does neither, and repeating completes both", async () => {
	for (let index = 0, isKilled = true; isKilled; index += 1) {
		const { local, db, shopper, askAndAnswer, accept, getState } = await createQuoteFixture(10, 10);
		const id = await askAndAnswer();
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		const result = await untilKilled(accept(id, local.createContext(shopper, beforeRoundTrip)));
		isKilled = result === "killed";
		const isAccepted = (await getState(id)) === "accepted";
		expect(await db.$count(orders)).toBe(isAccepted ? 2 : 0);
		await accept(id);
		expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([2, 1]);
	}
});

test("a quote that is withdrawn or deleted just before its orders are written places no order, and the error tells which happened", async () => {
	const { local, db, shopper, staffContext, askAndAnswer, accept } = await createQuoteFixture(10);
	await askAndAnswer();
	const interruptions = {
		quote_withdrawn: (id: string) => withdrawQuote(staffContext, id),
		quote_not_found: async (id: string) => void (await db.delete(quotes).where(eq(quotes.id, id))),
	};
	for (const [code, interrupt] of Object.entries(interruptions)) {
		const id = await askAndAnswer();
		let isInterrupted = false;
		const shop = local.createContext(shopper, async (statements) => {
			if (isInterrupted || !statements.some((text) => text.includes('insert into "orders"')))
				return;
			isInterrupted = true;
			await interrupt(id);
		});
		await expect(accept(id, shop)).rejects.toMatchObject({ code });
	}
	expect(await db.$count(orders)).toBe(0);
});
