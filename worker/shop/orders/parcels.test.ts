import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { auditLog, orderEmails, orders } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderRow, daysAgo } from "../../../tests/support/orders.ts";
import type { ShopContext } from "../context.ts";
import { setTracking, shipOrder } from "./ship.ts";
import { shipMany } from "./ship-many.ts";
import { parseShipmentLines } from "./shipment-lines.ts";

vi.spyOn(console, "log").mockReturnValue();

const localShop = createLocalShop();
afterAll(localShop.close);
const { db } = localShop;
const admin = await localShop.addAccount("admin");
const adminContext = localShop.createContext(admin);
const productId = await localShop.addProduct(10);
const paidAt = new Date(1);
const ups = { carrier: "UPS", trackingNumber: "1Z999" };
const bob = { email: "bob@example.com", location: "2 Hill Road" };

beforeEach(async () => {
	for (const table of [orderEmails, auditLog, orders]) await db.delete(table);
});

async function addOrder(values: Partial<typeof orders.$inferSelect> = {}): Promise<string> {
	const row = createOrderRow({ productId, paidAt, ...values });
	await db.insert(orders).values(row);
	return row.id;
}

const addShippedOrder = (values: Partial<typeof orders.$inferSelect> = {}) =>
	addOrder({ shippedAt: new Date(), ...ups, ...values });

const findOrder = (id: string) => db.select().from(orders).where(eq(orders.id, id)).get();

/** The ways to give Bob's order a tracking number. The tests first give the same number to Ann's order. */
const waysToSetNumber: [
	string,
	(context: ShopContext, orderId: string) => Promise<unknown>,
	{ shippedAt: Date | null },
][] = [
	["ship an order", (context, orderId) => shipOrder(context, orderId, ups), { shippedAt: null }],
	[
		"add to a shipped order",
		(context, orderId) => setTracking(context, orderId, ups),
		{ shippedAt: new Date() },
	],
	["ship by list", shipByList, { shippedAt: null }],
	["add to a shipped order by list", shipByList, { shippedAt: new Date() }],
];

/** Ships a list of one line. If the number is used, throws the error that `shipOrder` would throw. */
async function shipByList(context: ShopContext, orderId: string) {
	const [line] = await shipMany(context, parseShipmentLines(`${orderId},ups,1Z999`));
	if (line?.result === "number_used") throw Object.assign(new Error(line.message), { status: 409 });
}

const createExpectedError = (otherOrder: string) => ({
	status: 409,
	message: `Another customer's order, ${orderNumber(otherOrder)}, already has this tracking number. Check which one is right.`,
});

test.each(waysToSetNumber)(
	"rejects another customer's tracking number: %s",
	async (_, run, values) => {
		// The error must not name these two orders: one has a different number, the other belongs to Bob.
		await addShippedOrder({ trackingNumber: "1Z998" });
		await addShippedOrder(bob);
		const annsOrder = await addShippedOrder();
		const orderId = await addOrder({ ...bob, ...values });
		await expect(run(adminContext, orderId)).rejects.toMatchObject(createExpectedError(annsOrder));
		expect(await findOrder(orderId)).toMatchObject({ ...values, trackingNumber: null });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([0, 0]);
	},
);

test.each(waysToSetNumber)(
	"rejects a tracking number that is assigned to another customer's order after the check: %s",
	async (_, run, values) => {
		const annsOrder = await addOrder();
		const orderId = await addOrder({ ...bob, ...values });
		let hasShipped = false;
		const racingContext = localShop.createContext(admin, async (queries) => {
			if (hasShipped || queries.every((query) => query.startsWith("select"))) return;
			hasShipped = true;
			await shipOrder(adminContext, annsOrder, ups);
		});
		await expect(run(racingContext, orderId)).rejects.toMatchObject(createExpectedError(annsOrder));
		expect(await findOrder(orderId)).toMatchObject({ ...values, trackingNumber: null });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([1, 1]);
	},
);

test.each(waysToSetNumber)(
	"accepts a used tracking number for the same customer, the same address, another carrier or an old parcel: %s",
	async (_, run, values) => {
		for (const overrides of [
			{ location: bob.location },
			{ email: bob.email },
			{ carrier: "DHL" },
			{ shippedAt: daysAgo(181) },
		]) {
			await db.delete(orders);
			await addShippedOrder(overrides);
			const orderId = await addOrder({ ...bob, ...values });
			await run(adminContext, orderId);
			expect(await findOrder(orderId), JSON.stringify(overrides)).toMatchObject(ups);
		}
	},
);

test("an unknown carrier matches any carrier, and tracking numbers ignore case", async () => {
	const annsOrder = await addShippedOrder({
		carrier: null,
		trackingNumber: "ab1",
		shippedAt: daysAgo(179),
	});
	const orderId = await addOrder(bob);
	const shipment = { carrier: "DHL", trackingNumber: "AB1" };
	await expect(shipOrder(adminContext, orderId, shipment)).rejects.toMatchObject(
		createExpectedError(annsOrder),
	);
	const [line] = await shipMany(adminContext, parseShipmentLines(`${orderId},DHL,AB1`));
	expect(line).toMatchObject({ result: "number_used" });
});

test("rejects list lines that give two customers the same tracking number", async () => {
	const [annsOrder, annsSecondOrder, bobsOrder] = [
		await addOrder(),
		await addOrder(),
		await addOrder(bob),
	];
	const results = await shipMany(
		adminContext,
		parseShipmentLines(`${annsOrder},UPS,1\n${annsSecondOrder},UPS,2\n${bobsOrder},UPS,1`),
	);
	expect(results.map(({ result }) => result)).toEqual(["number_used", "shipped", "number_used"]);
	expect(results[0]?.message).toContain(orderNumber(bobsOrder));
	const corrected = await shipMany(
		adminContext,
		parseShipmentLines(`${annsOrder},UPS,2\n${bobsOrder},UPS,1`),
	);
	expect(corrected.map(({ result }) => result)).toEqual(["shipped", "shipped"]);
});

test("rejects a corrected carrier if another customer's parcel has the same carrier and number", async () => {
	const annsOrder = await addShippedOrder();
	const orderId = await addShippedOrder({ ...bob, carrier: "DHL" });
	await expect(setTracking(adminContext, orderId, ups)).rejects.toMatchObject(
		createExpectedError(annsOrder),
	);
	expect(await findOrder(orderId)).toMatchObject({ carrier: "DHL" });
});

test("accepts a tracking number that two customers' orders already share", async () => {
	const [annsOrder, bobsOrder] = [await addShippedOrder(), await addShippedOrder(bob)];
	for (const orderId of [annsOrder, bobsOrder]) await setTracking(adminContext, orderId, ups);
	const lines = parseShipmentLines(`${annsOrder},UPS,1Z999\n${bobsOrder},UPS,1Z999`);
	const results = await shipMany(adminContext, lines);
	expect(results.map(({ result }) => result)).toEqual(["unchanged", "unchanged"]);
});
