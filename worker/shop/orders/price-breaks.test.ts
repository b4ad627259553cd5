import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { formatCents } from "#contract/money.ts";
import { findBrokenRule, getMaxOrderQuantity } from "#contract/order-rules.ts";
import { getUnitPriceCents, type PriceBreak } from "#contract/price-breaks.ts";
import { findBreakIssues, findPriceIssue } from "#contract/price-list-issues.ts";
import { isPriceListViolation } from "#worker/db/failures.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createPriceList } from "../../../tests/model/price-lists.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderable } from "../../../tests/support/orderable.ts";
import { createRandom } from "../../../tests/support/random.ts";
import { selectUnitPrice } from "../catalogue/unit-price.ts";
import { placeOrder } from "./place.ts";

type ProductValues = Partial<typeof products.$inferSelect>;

const breaks: PriceBreak[] = [
	[20, 460],
	[50, 430],
	[51, 429],
];

async function createFixture(overrides: ProductValues = {}) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const id = await localShop.addProduct(100_000);
	const update = (values: ProductValues) =>
		db.update(products).set(values).where(eq(products.id, id));
	await update({ priceCents: 500, minimum: 1, priceBreaks: breaks, ...overrides });
	const account = await localShop.addAccount();
	const context = localShop.createContext(account);
	async function orderAndGetUnitPrice(quantity: number, shownCents?: number) {
		const delivery = { location: "Here", phone: "1", idempotencyKey: null };
		const orderId = await placeOrder(context, { productId: id, quantity, ...delivery, shownCents });
		const placedOrder = await db.select().from(orders).where(eq(orders.id, orderId)).get();
		return placedOrder?.toolPriceCents;
	}
	return { db, orderAndGetUnitPrice, update };
}

const quantities = Array.from({ length: 200 }, (_, index) => index + 1);
const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

test("SQL and TypeScript compute the same price for every quantity", async () => {
	const { db, update } = await createFixture();
	for (const priceList of seeds.map(createPriceList)) {
		await update(priceList);
		const rows = await db.all<{ pieces: number; cents: number }>(
			sql`select pieces.value as pieces, ${selectUnitPrice(sql`pieces.value`)} as cents
				from ${products}, json_each(${JSON.stringify(quantities)}) as pieces order by 1`,
		);
		expect(rows).toEqual(
			quantities.map((pieces) => ({ pieces, cents: getUnitPriceCents(priceList, pieces) })),
		);
	}
});

test("charges the price that applies to each quantity", async () => {
	const { orderAndGetUnitPrice } = await createFixture();
	for (const quantity of quantities.slice(0, 90)) {
		const expected = quantity > 50 ? 429 : quantity === 50 ? 430 : quantity >= 20 ? 460 : 500;
		expect([quantity, await orderAndGetUnitPrice(quantity)]).toEqual([quantity, expected]);
	}
});

test.each([
	[19, 500, 500],
	[20, 460, 460],
	[20, 500, 460],
	[51, 500, 429],
])(
	"an order of %i pieces shown at %i cents each is charged %i cents each",
	async (pieces, shownCents, chargedCents) => {
		const { orderAndGetUnitPrice } = await createFixture();
		expect(await orderAndGetUnitPrice(pieces, shownCents)).toBe(chargedCents);
	},
);

test.each([
	[20, 430],
	[19, 460],
	[50, 429],
	[50, 1],
])(
	"an order of %i pieces shown at %i cents each is rejected with the higher price",
	async (pieces, shownCents) => {
		const { orderAndGetUnitPrice } = await createFixture();
		const price = formatCents(getUnitPriceCents({ priceCents: 500, priceBreaks: breaks }, pieces));
		await expect(orderAndGetUnitPrice(pieces, shownCents)).rejects.toMatchObject({
			code: "price_changed",
			message: expect.stringContaining(price),
		});
	},
);

test.each<[string, ProductValues]>([
	[
		"with decreasing quantities",
		{
			priceBreaks: [
				[50, 460],
				[20, 430],
			],
		},
	],
	[
		"with a repeated quantity",
		{
			priceBreaks: [
				[50, 460],
				[50, 430],
			],
		},
	],
	[
		"with increasing prices",
		{
			priceBreaks: [
				[20, 430],
				[50, 460],
			],
		},
	],
	[
		"with a repeated price",
		{
			priceBreaks: [
				[20, 430],
				[50, 430],
			],
		},
	],
	["that begin at the minimum order", { minimum: 20 }],
	["that begin at the list price", { priceBreaks: [[20, 500]] }],
	["above a reduced list price", { priceCents: 460 }],
])("the database and the contract reject price breaks %s", async (_, change) => {
	const { db, update } = await createFixture();
	const before = await db.select().from(products);
	const error = await update(change).then(
		() => null,
		(reason: unknown) => reason,
	);
	expect(isPriceListViolation(error)).toBe(true);
	expect(await db.select().from(products)).toEqual(before);
	const list = { priceCents: 500, minimum: 1, orderMultiple: 1, priceBreaks: breaks, ...change };
	expect(findBreakIssues(list).length).toBeGreaterThan(0);
	if (!change.priceBreaks) expect(findPriceIssue(list)).not.toBeNull();
});

test.each([
	"[[20,460.5]]",
	'[["20",460]]',
	"[[20,0]]",
	"[[20,460,1]]",
	"[20,460]",
	"{}",
	"[[1e9,4]]",
	"[[2,9],[3,8],[4,7],[5,6],[6,5],[7,4]]",
])("the database rejects %s as price breaks", async (json) => {
	const { db } = await createFixture();
	const update = db.run(sql`update products set price_breaks = ${json}`);
	await expect(update).rejects.toSatisfy(isPriceListViolation);
});

test("the database and the contract require the minimum to be a multiple of the carton", async () => {
	const { update } = await createFixture({ minimum: 12, orderMultiple: 12 });
	await expect(update({ minimum: 18 })).rejects.toSatisfy(isPriceListViolation);
	const list = { priceCents: 500, priceBreaks: [], minimum: 18, orderMultiple: 12 };
	expect(findPriceIssue(list)).toMatchObject({ message: expect.stringContaining("24") });
});

test("the maximum quantity is the largest one that no rule rejects", () => {
	for (const seed of seeds) {
		const { pickInteger } = createRandom(seed);
		const orderMultiple = 1 + pickInteger(4);
		const { minimum, ...list } = createPriceList(seed);
		const scale = 1 + pickInteger(3_000);
		const product = createOrderable({
			orderMultiple,
			minimum: minimum * orderMultiple,
			quantity: pickInteger(200),
			priceCents: list.priceCents * scale,
			priceBreaks: list.priceBreaks.map(([pieces, cents]): PriceBreak => [pieces, cents * scale]),
		});
		const orderableQuantities = quantities.filter((pieces) => !findBrokenRule(product, pieces));
		expect(getMaxOrderQuantity(product)).toBe(orderableQuantities.at(-1) ?? 0);
	}
});
