import { getTableName, is, sql, Table } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { dayMs } from "#contract/days.ts";
import * as schema from "#worker/db/schema.ts";
import { basketLines, orders } from "#worker/db/schema.ts";
import { breakEachRoundTrip } from "../../../tests/model/round-trip-hook.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { orderBasket, reviewBasket } from "../basket/checkout.ts";
import { addToAccountBasket } from "../basket/lines.ts";
import { addPastCheckoutToBasket } from "../basket/order-again.ts";
import type { ShopContext } from "../context.ts";
import { addListToBasket, addSavedList } from "../lists/lists.ts";
import { checkLines, getOrderableItems } from "../quick-order/check.ts";
import { acceptQuote } from "../quotes/accept.ts";
import { sendOffer } from "../quotes/answer.ts";
import { requestQuote } from "../quotes/request.ts";
import { placeOrders } from "./place.ts";
import { placeOrdersForCustomer } from "./place-for-customer.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const stock = 100;
const address = { location: "1 Bay Road", phone: "555 0100" };

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [shopper, admin] = [await localShop.addAccount(), await localShop.addAccount("admin")];
	const productIds = [await localShop.addProduct(stock), await localShop.addProduct(stock)];
	productIds.push(await localShop.addProduct(stock));
	const lines = productIds.map((productId, index) => ({ productId, quantity: index + 2 }));
	return { localShop, shopper, admin, lines, shopperContext: localShop.createContext(shopper) };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** The action whose round trips fail. Calling it again submits the same page with the same key. */
type Action = (shopperContext: ShopContext) => Promise<unknown>;

/**
 * Opens the checkout page.
 * @returns the action that submits it
 */
async function openCheckout(shopperContext: ShopContext): Promise<Action> {
	const { key, lines } = await reviewBasket(shopperContext);
	const reviewedLines = lines.map(({ productId, quantity, unitCents }) => ({
		productId,
		quantity,
		shownCents: unitCents ?? 0,
	}));
	// Each checkout of a test has its own label, because labels are unique.
	const newAddress = { label: key.slice(0, 20), company: "", vatNumber: "", ...address };
	const input = { key, lines: reviewedLines, ...address, addressUse: { newAddress } };
	return (context) => orderBasket(context, input);
}

const saveList = ({ shopperContext, lines }: Fixture) =>
	addSavedList(shopperContext, { name: "Weekly", lines });

/** The ways to order. Each function prepares the shop and returns the action that places the orders. */
const waysToOrder: Record<string, (fixture: Fixture) => Promise<Action>> = {
	"a basket": async ({ shopperContext, lines }) => {
		await addToAccountBasket(shopperContext, lines);
		return openCheckout(shopperContext);
	},
	"a saved list, a second time": async (fixture) => {
		const list = await saveList(fixture);
		await addListToBasket(fixture.shopperContext, list);
		await (await openCheckout(fixture.shopperContext))(fixture.shopperContext);
		await addListToBasket(fixture.shopperContext, list);
		return openCheckout(fixture.shopperContext);
	},
	"tools through the API": async ({ lines }) => {
		const input = { lines, ...address, idempotencyKey: "key" };
		return (context) => placeOrders(context, input);
	},
	"a quote": async ({ shopperContext, lines, localShop, admin }) => {
		const request = { tools: "Bar, 50", message: "", company: "", phone: "", neededBy: null };
		const id = await requestQuote(shopperContext, { ...request, formKey: null });
		await sendOffer(localShop.createContext(admin), id, {
			note: "",
			revision: 0,
			expiresAt: new Date(Date.now() + dayMs),
			lines: lines.map(({ productId, quantity }) => ({ toolId: productId, quantity, price: 111 })),
		});
		return (context) => acceptQuote(context, id, { ...address, revision: 1 });
	},
	"tools by phone": async ({ lines, admin }) => {
		const customer = { email: "ann@example.com", name: "Ann", phone: "555" };
		const input = { customer, lines, ...address, idempotencyKey: "key" };
		return (context) => placeOrdersForCustomer({ ...context, account: admin }, input);
	},
};

const waysToFillBasket: typeof waysToOrder = {
	"a quick order":
		async ({ lines }) =>
		async (shopperContext) => {
			const quickOrderLines = lines.map(({ productId, quantity }) => ({
				item: `Tool ${productId}`,
				quantity: String(quantity),
				toolId: null,
			}));
			await addToAccountBasket(
				shopperContext,
				getOrderableItems(await checkLines(shopperContext, quickOrderLines)),
			);
		},
	"a saved list": async (fixture) => {
		const list = await saveList(fixture);
		return (shopperContext) => addListToBasket(shopperContext, list);
	},
	"an earlier checkout": async ({ shopperContext, lines }) => {
		await addToAccountBasket(shopperContext, lines);
		await (await openCheckout(shopperContext))(shopperContext);
		const [order] = await shopperContext.db.select().from(orders);
		return (context) => addPastCheckoutToBasket(context, order?.checkoutId ?? "");
	},
};

const tables = Object.values(schema).flatMap((value) => (is(value, Table) ? [value] : []));

/**
 * Reads the number of rows in each table, the basket lines, and the pieces of each product.
 * @throws Error if the stock is not the sum of its movements
 */
async function readState({ localShop, lines }: Fixture) {
	const { db } = localShop;
	const countQueries = tables.map(
		(table) => sql`select ${getTableName(table)} as name, count(*) as "rowCount" from ${table}`,
	);
	const rows = await db.all<{ name: string; rowCount: number }>(
		sql.join(countQueries, sql` union all `),
	);
	const { users: customers = 0, ...otherCounts } = Object.fromEntries(
		rows.map((row) => [row.name, row.rowCount]),
	);
	const products = lines.map(({ productId }) => countPieces(localShop.anonymousContext, productId));
	return {
		customers,
		otherCounts,
		orders: await db.$count(orders),
		basket: await db
			.select({ productId: basketLines.productId, quantity: basketLines.quantity })
			.from(basketLines)
			.orderBy(basketLines.productId),
		products: await Promise.all(products),
	};
}

/**
 * Breaks each round trip of the action in turn. Expects that the action is stored completely or not at all, and that a retry completes
 * it without repeating anything.
 * @returns the states before and after the action
 */
async function expectAllOrNothing(fixture: Fixture, action: Action) {
	const { localShop, shopper, shopperContext } = fixture;
	const reset = localShop.beginTransaction();
	const before = await readState(fixture);
	await action(shopperContext);
	const after = await readState(fixture);
	// A new customer's account is created in an earlier transaction than the orders.
	const allowedStates = [before, after].map(({ customers: _, ...state }) => state);
	const failures = await breakEachRoundTrip({
		reset,
		work: (watch) => action(localShop.createContext(shopper, watch)),
		async check(failure) {
			const { customers: _, ...state } = await readState(fixture);
			expect(allowedStates, failure).toContainEqual(state);
			await action(shopperContext);
			expect(await readState(fixture), failure).toEqual(after);
		},
	});
	expect(failures).toBeGreaterThanOrEqual(5);
	return { before, after };
}

test.each(Object.entries(waysToOrder))(
	"ordering %s places all orders or none if any round trip fails, and a retry places them once",
	async (_, prepare) => {
		const fixture = await createFixture();
		const { before, after } = await expectAllOrNothing(fixture, await prepare(fixture));
		expect(after.orders).toBe(before.orders + fixture.lines.length);
		expect(after.basket).toEqual([]);
	},
);

test.each(Object.entries(waysToFillBasket))(
	"adding %s to the basket adds all lines or none if any round trip fails, and a retry adds them once",
	async (_, prepare) => {
		const fixture = await createFixture();
		const { before, after } = await expectAllOrNothing(fixture, await prepare(fixture));
		expect([before.basket.length, after.basket.length]).toEqual([0, fixture.lines.length]);
	},
);
