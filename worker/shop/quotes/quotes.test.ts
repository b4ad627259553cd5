import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { LinesRejected } from "#contract/errors.ts";
import { openQuotesMax, quoteLinesMax } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import {
	auditLog,
	checkouts,
	orders,
	products,
	quoteLines,
	quoteMails,
	quotes,
	users,
} from "#worker/db/schema.ts";
import { attempt, killBefore } from "../../../tests/model/round-trip-hook.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { setStock } from "../catalogue/edit.ts";
import type { Shop } from "../context.ts";
import { acceptQuote } from "./accept.ts";
import { answerQuote, declineQuote, withdrawQuote } from "./answer.ts";
import { getOwnQuotesPage, getQuotesPage, requireQuote } from "./read.ts";
import { requestQuote } from "./request.ts";

const dayMs = 24 * 60 * 60 * 1000;
const delivery = { location: "1 Bay Road", phone: "555 0100" };
const request = { tools: "Bar, 50", message: "", company: "", phone: "", neededBy: null };

async function createFixture(...stocks: number[]) {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local;
	const [shopper, staff] = [await local.addAccount(), await local.addAccount("support")];
	const [shop, staffShop] = [local.createContext(shopper), local.createContext(staff)];
	const productIds: string[] = [];
	for (const stock of stocks) productIds.push(await local.addProduct(stock));
	const ask = (context = shop) => requestQuote(context, { ...request, formKey: null });
	const validUntil = new Date(Date.now() + dayMs);
	const lines = productIds.map((toolId, index) => ({ toolId, quantity: 2, price: 1_111 + index }));
	const offer = { lines, validUntil, note: "", revision: 0 };
	const answer = (id: string, changed: Partial<typeof offer> = {}) =>
		answerQuote(staffShop, id, { ...offer, ...changed });
	async function askAndAnswer(changed: Partial<typeof offer> = {}) {
		const id = await ask();
		await answer(id, changed);
		return id;
	}
	const accept = (id: string, context = shop, revision = 1) =>
		acceptQuote(context, id, { ...delivery, revision });
	const stateOf = async (id: string) => (await requireQuote(staffShop, id)).state;
	return {
		...{ local, db, shopper, shop, staff, staffShop, productIds, lines },
		...{ ask, answer, askAndAnswer, accept, stateOf },
	};
}

test("accepting places an order for each line at the quoted price, as one checkout, in one transaction", async () => {
	const { db, shop, askAndAnswer, accept, productIds, stateOf } = await createFixture(10, 10, 10);
	const id = await askAndAnswer();
	const { checkoutId, orderIds } = await accept(id);
	const placed = await db.select().from(orders);
	expect(placed.map((order) => order.id)).toEqual(orderIds);
	expect(placed).toMatchObject(
		productIds.map((productId, index) => ({
			...{ ...delivery, productId, checkoutId, quantity: 2, toolPriceCents: 1_111 + index },
		})),
	);
	expect(await stateOf(id)).toBe("accepted");
	expect((await getOwnQuotesPage(shop, 0)).rows).toMatchObject([
		{ id, checkoutId, lines: 3, totalCents: 2 * (1_111 + 1_112 + 1_113) },
	]);
	expect(await db.select({ quantity: products.quantity }).from(products)).toEqual(
		productIds.map(() => ({ quantity: 8 })),
	);
});

test("the price charged is the quoted price for every quantity, whatever the price list says", async () => {
	const { db, ask, answer, accept, productIds } = await createFixture(1_000_000);
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
	const { db, ask, answer, lines, stateOf } = await createFixture(1_000);
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
	const twice = [
		{ ...line, quantity: 10 },
		{ ...line, quantity: 10 },
	];
	await expect(answer(id, { lines: twice })).rejects.toMatchObject({ status: 400 });
	expect(await stateOf(id)).toBe("new");
	// More than the stock: it may be restocked until the quote is accepted.
	await answer(id, { lines: [{ ...line, quantity: 2_000 }] });
	expect(await stateOf(id)).toBe("answered");
});

test("a line that is out of stock places nothing, says why, and leaves the quote open", async () => {
	const { local, db, askAndAnswer, accept, productIds, stateOf } = await createFixture(10, 10);
	const id = await askAndAnswer();
	const admin = local.createContext(await local.addAccount("admin"));
	await setStock(admin, productIds[1] ?? "", 1);
	const error: unknown = await accept(id).catch((failure: unknown) => failure);
	expect(error).toBeInstanceOf(LinesRejected);
	expect(error).toMatchObject({
		lines: [{ productId: productIds[1], code: "insufficient_stock" }],
	});
	expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([0, 0]);
	expect(await stateOf(id)).toBe("answered");
	await setStock(admin, productIds[1] ?? "", 2);
	await accept(id);
	expect(await db.$count(orders)).toBe(2);
});

test("two windows that accept at the same time, and any that repeat it, place one checkout, which nothing changes any more", async () => {
	const { db, askAndAnswer, accept } = await createFixture(100, 100);
	const id = await askAndAnswer();
	const results = await Promise.all([accept(id), accept(id), accept(id)]);
	const again = await accept(id);
	expect(new Set([...results, again].map(({ checkoutId }) => checkoutId)).size).toBe(1);
	expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([2, 1]);
	const isBlocked = { cause: { message: expect.stringContaining("already accepted") } };
	await expect(db.update(quotes).set({ note: "x" })).rejects.toMatchObject(isBlocked);
	await expect(db.update(quoteLines).set({ unitPriceCents: 1 })).rejects.toMatchObject(isBlocked);
});

type Rival = { name: string; run: (id: string, f: Fixture) => Promise<unknown> };
type Fixture = Awaited<ReturnType<typeof createFixture>>;

const rivals: Rival[] = [
	{ name: "accepting", run: (id, { accept }) => accept(id) },
	{ name: "declining", run: (id, { shop }) => declineQuote(shop, id) },
	{ name: "withdrawing", run: (id, { staffShop }) => withdrawQuote(staffShop, id) },
	{
		name: "answering",
		run: (id, { answer, lines }) =>
			answer(id, { revision: 1, lines: lines.map((line) => ({ ...line, price: 5 * line.price })) }),
	},
];

test.each(rivals)(
	"$name before any round trip of accepting gives one checkout at the price that was seen, or none",
	async ({ run }) => {
		for (let index = 0, isLast = false; !isLast; index += 1) {
			const fixture = await createFixture(10, 10);
			const { local, db, shopper, askAndAnswer, accept, stateOf } = fixture;
			const id = await askAndAnswer();
			let roundTrips = 0;
			const context = local.createContext(shopper, async () => {
				if (roundTrips++ === index) await attempt(run(id, fixture));
			});
			await attempt(accept(id, context));
			isLast = roundTrips <= index;
			const isAccepted = (await stateOf(id)) === "accepted";
			expect(await db.$count(checkouts)).toBe(isAccepted ? 1 : 0);
			const prices = (await db.select().from(orders)).map((order) => order.toolPriceCents);
			expect(prices).toEqual(isAccepted ? [1_111, 1_112] : []);
		}
	},
);

test("accepting that is killed before any round trip places the checkout and accepts the quote, or neither; repeating it completes it", async () => {
	for (let index = 0, isKilled = true; isKilled; index += 1) {
		const { local, db, shopper, askAndAnswer, accept, stateOf } = await createFixture(10, 10);
		const id = await askAndAnswer();
		const { beforeRoundTrip, untilKilled } = killBefore(index);
		const result = await untilKilled(accept(id, local.createContext(shopper, beforeRoundTrip)));
		isKilled = result === "killed";
		const isAccepted = (await stateOf(id)) === "accepted";
		expect(await db.$count(orders)).toBe(isAccepted ? 2 : 0);
		await accept(id);
		expect([await db.$count(orders), await db.$count(checkouts)]).toEqual([2, 1]);
	}
});

test("a quote can be accepted and declined until its validity ends, and staff can then answer it again", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const validUntil = new Date(Date.now() + dayMs);
	const { shop, staffShop, askAndAnswer, answer, accept, stateOf } = await createFixture(10);
	const id = await askAndAnswer({ validUntil });
	vi.setSystemTime(validUntil.getTime() - 1);
	expect(await stateOf(id)).toBe("answered");
	vi.setSystemTime(validUntil);
	expect(await stateOf(id)).toBe("expired");
	const filter = { page: 0, search: "" };
	expect((await getQuotesPage(staffShop, { ...filter, state: "expired" })).rows).toHaveLength(1);
	expect((await getQuotesPage(staffShop, { ...filter, state: "answered" })).rows).toEqual([]);
	await expect(accept(id)).rejects.toMatchObject({ code: "quote_expired" });
	await expect(declineQuote(shop, id)).rejects.toMatchObject({ code: "quote_expired" });
	await answer(id, { revision: 1, validUntil: new Date(Date.now() + dayMs) });
	await expect(accept(id)).rejects.toMatchObject({ code: "quote_changed" });
	await accept(id, shop, 2);
	await expect(answer(id, { revision: 2 })).rejects.toMatchObject({ code: "quote_accepted" });
	await expect(withdrawQuote(staffShop, id)).rejects.toMatchObject({ code: "quote_accepted" });
	await expect(declineQuote(shop, id)).rejects.toMatchObject({ code: "quote_accepted" });
});

test("declined and withdrawn quotes say so; a new answer opens them again", async () => {
	const { shop, staffShop, ask, answer, askAndAnswer, accept, stateOf } = await createFixture(10);
	const declined = await askAndAnswer();
	await declineQuote(shop, declined);
	await declineQuote(shop, declined);
	await expect(accept(declined)).rejects.toMatchObject({ code: "quote_declined" });
	const withdrawn = await ask();
	await expect(accept(withdrawn)).rejects.toMatchObject({ code: "quote_not_ready" });
	await withdrawQuote(staffShop, withdrawn);
	await expect(declineQuote(shop, withdrawn)).rejects.toMatchObject({ code: "quote_withdrawn" });
	await expect(answer(declined)).rejects.toMatchObject({ code: "quote_changed" });
	await answer(declined, { revision: 1 });
	expect(await stateOf(declined)).toBe("answered");
});

test("a quote that is withdrawn or deleted just before its orders are written places nothing, and the error is about it, not about another", async () => {
	const { local, db, shopper, staffShop, askAndAnswer, accept } = await createFixture(10);
	await askAndAnswer();
	const interruptions = {
		quote_withdrawn: (id: string) => withdrawQuote(staffShop, id),
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

test("an offer that a colleague withdrew meanwhile is not sent again unseen", async () => {
	const { staffShop, askAndAnswer, answer, stateOf } = await createFixture(10);
	const id = await askAndAnswer();
	await withdrawQuote(staffShop, id);
	await withdrawQuote(staffShop, id);
	await expect(answer(id, { revision: 1 })).rejects.toMatchObject({ code: "quote_changed" });
	expect(await stateOf(id)).toBe("withdrawn");
	await answer(id, { revision: 2 });
	expect(await stateOf(id)).toBe("answered");
});

test("only its customer can see, accept or decline a quote, besides staff, who can only see it", async () => {
	const { local, staffShop, askAndAnswer, accept } = await createFixture(10);
	const id = await askAndAnswer();
	const other = local.createContext(await local.addAccount());
	for (const act of [requireQuote, declineQuote, (shop: Shop) => accept(id, shop)]) {
		await expect(act(other, id)).rejects.toMatchObject({ code: "forbidden" });
	}
	await expect(accept(id, staffShop)).rejects.toMatchObject({ code: "shopper_only" });
	await expect(requireQuote(staffShop, "none")).rejects.toMatchObject({ code: "quote_not_found" });
});

test("one form with the same content is one request, and an account has a limited number that are not answered", async () => {
	const { local, db, shop, answer, productIds } = await createFixture(10);
	const ask = (formKey: string, context = shop) => requestQuote(context, { ...request, formKey });
	const id = await ask("one");
	expect(await ask("one")).toBe(id);
	const changed = { ...request, tools: "Torque wrench, 50", formKey: "one" };
	expect(await requestQuote(shop, changed), "sent again after going back").not.toBe(id);
	const unverified: Account = await local.addAccount();
	await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified.id));
	const context = local.createContext(unverified);
	const first = await ask("0", context);
	for (let count = 1; count < openQuotesMax.unverified; count += 1) await ask(`${count}`, context);
	await expect(ask("more", context)).rejects.toMatchObject({ code: "too_many_quotes" });
	expect(productIds).toHaveLength(1);
	await answer(first);
	await ask("more", context);
	const statements = Array.from({ length: quoteLinesMax + 1 }, async (_, position) => {
		const productId = await local.addProduct(1);
		const line = { productId, position, quantity: 1, unitPriceCents: 1 };
		await db.insert(quoteLines).values({ quoteId: first, ...line });
	});
	await expect(Promise.all(statements)).rejects.toMatchObject({
		cause: { message: expect.stringContaining("at most 100") },
	});
});

test("staff acts are in the audit log, without the customer's name, and each answer queues one email", async () => {
	const { db, staff, staffShop, shopper, askAndAnswer, answer } = await createFixture(10);
	const id = await askAndAnswer();
	await answer(id, { revision: 1 });
	expect(await db.select().from(quoteMails)).toMatchObject([{ quoteId: id, sentAt: null }]);
	await withdrawQuote(staffShop, id);
	expect(await db.$count(quoteMails)).toBe(0);
	const entries = await db.select().from(auditLog);
	expect(entries.map(({ action }) => action)).toEqual([
		...["quote-answered", "quote-answered", "quote-withdrawn"],
	]);
	expect(entries).toMatchObject(entries.map(() => ({ actor: staff.email, subjectId: id })));
	expect(JSON.stringify(entries)).not.toContain(shopper.name);
	expect(entries[0]?.detail).toBe("1 tool, $22.22");
});
