import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { formatBasketCookie } from "#contract/basket.ts";
import { dayMs } from "#contract/days.ts";
import { checkoutLinesMax, quoteLinesMax } from "#contract/limits.ts";
import { getUnitPriceCents, type PriceBreak } from "#contract/price-breaks.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createPriceList } from "../../../tests/model/price-lists.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createProductRow } from "../../../tests/support/products.ts";
import { createRandom } from "../../../tests/support/random.ts";
import { orderBasket, reviewBasket } from "../basket/checkout.ts";
import { addToAccountBasket } from "../basket/lines.ts";
import { addPastCheckoutToBasket } from "../basket/order-again.ts";
import { moveVisitorBasket } from "../basket/visitor.ts";
import { findProducts } from "../catalogue/read.ts";
import type { ShopContext } from "../context.ts";
import { addCurrentPrices } from "../lists/current-prices.ts";
import { addListToBasket, addSavedList, requireSharedList, shareList } from "../lists/lists.ts";
import { readLinkedOrders } from "../payments/pay-by-link.ts";
import { checkLines, getOrderableItems } from "../quick-order/check.ts";
import { acceptQuote } from "../quotes/accept.ts";
import { sendOffer } from "../quotes/answer.ts";
import { matchToolLines } from "../quotes/match-lines.ts";
import { requestQuote } from "../quotes/request.ts";
import { requireCheckout } from "./checkout.ts";
import { copyPaymentLink } from "./payment-links.ts";
import { placeOrder, placeOrders } from "./place.ts";
import { placeOrdersForCustomer } from "./place-for-customer.ts";

vi.spyOn(console, "log").mockReturnValue();

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const staffContext = localShop.createContext(await localShop.addAccount("admin"));
const delivery = { location: "Here", phone: "1" };

/** Chooses the minimum, two random quantities, and the quantities around each price break. */
function chooseQuantities(list: ReturnType<typeof createPriceList>, seed: number): number[] {
	const { minimum, priceBreaks } = list;
	const { pickInteger } = createRandom(seed);
	const nearBreaks = priceBreaks.flatMap(([pieces]) => [pieces - 1, pieces, pieces + 1]);
	const quantities = [
		minimum,
		minimum + pickInteger(40),
		minimum + pickInteger(200),
		...nearBreaks,
	];
	return [...new Set(quantities)].filter((pieces) => pieces >= minimum);
}

/** Creates one tool for each quantity to order, up to the maximum of a checkout. The tools are sold in cartons of one to three pieces. */
function createTools() {
	const tools = [];
	for (let seed = 1; tools.length < checkoutLinesMax; seed += 1) {
		const list = createPriceList(seed);
		const orderMultiple = 1 + (seed % 3);
		const row = {
			priceCents: list.priceCents,
			quantity: 1_000_000,
			orderMultiple,
			minimum: list.minimum * orderMultiple,
			// Some price breaks begin in the middle of a carton.
			priceBreaks: list.priceBreaks.map(
				([pieces, cents]): PriceBreak => [pieces * orderMultiple - (seed % orderMultiple), cents],
			),
		};
		for (const cartons of chooseQuantities(list, seed))
			tools.push({ ...createProductRow(row), ...row, orderedQuantity: cartons * orderMultiple });
	}
	return tools.slice(0, checkoutLinesMax);
}

const tools = createTools();
for (const { orderedQuantity: _, ...row } of tools) await db.insert(products).values(row);

const items = tools.map(({ id, orderedQuantity }) => ({
	productId: id,
	quantity: orderedQuantity,
}));
const expectedPrices = new Map(
	tools.map((tool) => [tool.id, getUnitPriceCents(tool, tool.orderedQuantity)]),
);
const totalCents = items.reduce(
	(sum, { productId, quantity }) => sum + quantity * (expectedPrices.get(productId) ?? 0),
	0,
);
const quickOrderLines = tools.map(({ name, orderedQuantity }) => ({
	item: name,
	quantity: String(orderedQuantity),
	toolId: null,
}));

type Prices = Map<string, number>;
type PricedLine = { productId: string; unitCents: number | null };

const toPrices = (lines: readonly PricedLine[]): Prices =>
	new Map(lines.map(({ productId, unitCents }) => [productId, unitCents ?? 0]));

/**
 * Orders the basket as the checkout page shows it.
 * @returns the prices that the page shows
 */
async function orderReviewedBasket(shop: ShopContext): Promise<Prices> {
	const { key, lines } = await reviewBasket(shop);
	const reviewedLines = lines.map(({ productId, quantity, unitCents }) => ({
		productId,
		quantity,
		shownCents: unitCents ?? 0,
	}));
	const { checkoutId } = await orderBasket(shop, { key, lines: reviewedLines, ...delivery });
	expect((await requireCheckout(shop, checkoutId)).unpaidCents).toBe(totalCents);
	return toPrices(lines);
}

function splitIntoChunks<Item>(list: readonly Item[], size: number): Item[][] {
	const starts = list.flatMap((_, index) => (index % size === 0 ? [index] : []));
	return starts.map((start) => list.slice(start, start + size));
}

/** Each function orders some or all of the tools in its own way, and returns the price of each tool as the customer saw it. */
const orderingPaths: Record<string, (shop: ShopContext) => Promise<Prices>> = {
	async "a tool's page"(shop) {
		const everyThirdItem = items.filter((_, index) => index % 3 === 0);
		const productById = await findProducts(shop, everyThirdItem);
		const shownPrices: Prices = new Map();
		for (const { productId, quantity } of everyThirdItem) {
			const product = productById.get(productId);
			const shownCents = product ? getUnitPriceCents(product, quantity) : 0;
			const input = { productId, quantity, shownCents, ...delivery, idempotencyKey: null };
			await placeOrder(shop, input);
			shownPrices.set(productId, shownCents);
		}
		return shownPrices;
	},
	async "an API call that sends the list price, the price-break price or no price"(shop) {
		const lines = tools.map(({ id, orderedQuantity, priceCents }, index) => ({
			productId: id,
			quantity: orderedQuantity,
			shownCents: [priceCents, expectedPrices.get(id), undefined][index % 3],
		}));
		await placeOrders(shop, { lines, ...delivery, idempotencyKey: null });
		return expectedPrices;
	},
	async "a basket"(shop) {
		await addToAccountBasket(shop, items);
		return orderReviewedBasket(shop);
	},
	async "a visitor's basket whose cookie names another price"(shop) {
		for (const chunk of splitIntoChunks(items, 80)) {
			const text = formatBasketCookie(chunk.map((item) => ({ ...item, priceCents: 1 }))) ?? "";
			const get = (name: string) => (name === "basket" ? text : undefined);
			await moveVisitorBasket(shop, { get, set: () => undefined, delete: () => undefined });
		}
		return orderReviewedBasket(shop);
	},
	async "a quick order"(shop) {
		const checked = await checkLines(shop, quickOrderLines);
		await addToAccountBasket(shop, getOrderableItems(checked));
		const shownPrices = toPrices(checked.flatMap(({ tool }) => tool ?? []));
		expect(await orderReviewedBasket(shop)).toEqual(shownPrices);
		return shownPrices;
	},
	async "a saved list"(shop) {
		const list = await addSavedList(shop, { name: "All", lines: items });
		const shared = await requireSharedList(shop, await shareList(shop, list));
		const shownPrices = toPrices(addCurrentPrices(shared.lines).lines);
		await addListToBasket(shop, list);
		expect(await orderReviewedBasket(shop)).toEqual(shownPrices);
		return shownPrices;
	},
	async "an earlier checkout whose prices have changed since"(shop) {
		const raisePrices = (cents: number) =>
			db.update(products).set({ priceCents: sql`${products.priceCents} + ${cents}` });
		await raisePrices(1);
		const input = { lines: items, ...delivery, idempotencyKey: null };
		const { checkoutId } = await placeOrders(shop, input);
		await raisePrices(-1);
		await addPastCheckoutToBasket(shop, checkoutId);
		return orderReviewedBasket(shop);
	},
	async "a quote that offers the price break"(shop) {
		const shownPrices: Prices = new Map();
		const request = { message: "", company: "", phone: "", neededBy: null, formKey: null };
		for (const chunk of splitIntoChunks(quickOrderLines, quoteLinesMax)) {
			const text = chunk.map(({ item, quantity }) => `${item}\t${quantity}`).join("\n");
			const id = await requestQuote(shop, { ...request, tools: text });
			const { lines } = await matchToolLines(staffContext, text);
			await sendOffer(staffContext, id, {
				lines: lines.map(({ productId, quantity, unitPriceCents: price }) => ({
					toolId: productId,
					quantity,
					price,
				})),
				expiresAt: new Date(Date.now() + dayMs),
				note: "",
				revision: 0,
			});
			await acceptQuote(shop, id, { ...delivery, revision: 1 });
			for (const line of lines) shownPrices.set(line.productId, line.unitPriceCents);
		}
		return shownPrices;
	},
	async "a phone order with a payment link"(shop) {
		const { email = "", name } = shop.account ?? {};
		const [first = ""] = await placeOrdersForCustomer(staffContext, {
			customer: { email, name, phone: "555" },
			lines: items.map((item) => ({ ...item, shownCents: expectedPrices.get(item.productId) })),
			...delivery,
			idempotencyKey: null,
		});
		const token = (await copyPaymentLink(staffContext, first)).replace(/.*\//, "");
		const { dueCents, orders: linkedOrders } = await readLinkedOrders(
			localShop.anonymousContext,
			token,
		);
		expect(dueCents).toBe(totalCents);
		return new Map(linkedOrders.map((order) => [order.productId, order.toolPriceCents]));
	},
};

test.each(Object.entries(orderingPaths))(
	"ordering via %s charges the unit price shown for each quantity",
	async (_, order) => {
		const account = await localShop.addAccount();
		const shownPrices = await order(localShop.createContext(account));
		const isOwn = eq(orders.userId, account.id);
		const placedOrders = await db.select().from(orders).where(isOwn).orderBy(sql`rowid`);
		const chargedPrices = new Map(placedOrders.map((row) => [row.productId, row.toolPriceCents]));
		const expectedOrderPrices = [...expectedPrices].filter(([id]) => shownPrices.has(id));
		expect(new Set(chargedPrices)).toEqual(new Set(expectedOrderPrices));
		expect(new Set(shownPrices)).toEqual(new Set(expectedOrderPrices));
		expect(expectedOrderPrices.length).toBeGreaterThan(checkoutLinesMax / 4);
	},
);
