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

const local = createLocalShop();
afterAll(local.close);
const { db } = local;
const admin = await local.addAccount("admin");
const shop = local.createContext(admin);
const productId = await local.addProduct(10);
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

const addShipped = (values: Partial<typeof orders.$inferSelect> = {}) =>
	addOrder({ shippedAt: new Date(), ...ups, ...values });

const findOrder = (id: string) => db.select().from(orders).where(eq(orders.id, id)).get();

/** The ways to give an order of Bob a tracking number. Tests give the same number to an order of Ann first. */
const waysToTrack: [
	string,
	(shop: ShopContext, order: string) => Promise<unknown>,
	{ shippedAt: Date | null },
][] = [
	["ship", (own, order) => shipOrder(own, order, ups), { shippedAt: null }],
	["correct", (own, order) => setTracking(own, order, ups), { shippedAt: new Date() }],
	...[null, new Date()].map((shippedAt): (typeof waysToTrack)[number] => [
		shippedAt ? "add in a list" : "ship in a list",
		(own, order) => shipInList(own, order),
		{ shippedAt },
	]),
];

/** Ships a list of one line. Throws the error that `shipOrder` would throw if the number is used. */
async function shipInList(own: ShopContext, order: string) {
	const [line] = await shipMany(own, parseShipmentLines(`${order},ups,1Z999`));
	if (line?.result === "number_used") throw Object.assign(new Error(line.message), { status: 409 });
}

const rejection = (order: string) => ({
	status: 409,
	message: `Another customer's order, ${orderNumber(order)}, already has this tracking number. Check which one is right.`,
});

test.each(waysToTrack)("rejects another customer's tracking number: %s", async (_, run, values) => {
	// Orders that must not be named in the error: one with a different number, and one of the same customer.
	await addShipped({ trackingNumber: "1Z998" });
	await addShipped(bob);
	const ann = await addShipped();
	const order = await addOrder({ ...bob, ...values });
	await expect(run(shop, order)).rejects.toMatchObject(rejection(ann));
	expect(await findOrder(order)).toMatchObject({ ...values, trackingNumber: null });
	expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([0, 0]);
});

test.each(waysToTrack)(
	"rejects a tracking number that another customer's order gets after the check: %s",
	async (_, run, values) => {
		const ann = await addOrder();
		const order = await addOrder({ ...bob, ...values });
		let hasShipped = false;
		const racingShop = local.createContext(admin, async (queries) => {
			if (hasShipped || queries.every((query) => query.startsWith("select"))) return;
			hasShipped = true;
			await shipOrder(shop, ann, ups);
		});
		await expect(run(racingShop, order)).rejects.toMatchObject(rejection(ann));
		expect(await findOrder(order)).toMatchObject({ ...values, trackingNumber: null });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([1, 1]);
	},
);

test.each(waysToTrack)(
	"accepts a used tracking number for the same customer, the same address, another carrier or an old parcel: %s",
	async (_, run, values) => {
		for (const overrides of [
			{ location: bob.location },
			{ email: bob.email },
			{ carrier: "DHL" },
			{ shippedAt: daysAgo(181) },
		]) {
			await db.delete(orders);
			await addShipped(overrides);
			const order = await addOrder({ ...bob, ...values });
			await run(shop, order);
			expect(await findOrder(order), JSON.stringify(overrides)).toMatchObject(ups);
		}
	},
);

test("an unknown carrier matches any carrier, and tracking numbers ignore case", async () => {
	const ann = await addShipped({ carrier: null, trackingNumber: "ab1", shippedAt: daysAgo(179) });
	const order = await addOrder(bob);
	const shipment = { carrier: "DHL", trackingNumber: "AB1" };
	await expect(shipOrder(shop, order, shipment)).rejects.toMatchObject(rejection(ann));
	const [line] = await shipMany(shop, parseShipmentLines(`${order},DHL,AB1`));
	expect(line).toMatchObject({ result: "number_used" });
});

test("rejects lines of a list that give the same tracking number to two customers", async () => {
	const [ann, annAgain, bobsOrder] = [await addOrder(), await addOrder(), await addOrder(bob)];
	const done = await shipMany(
		shop,
		parseShipmentLines(`${ann},UPS,1\n${annAgain},UPS,2\n${bobsOrder},UPS,1`),
	);
	expect(done.map(({ result }) => result)).toEqual(["number_used", "shipped", "number_used"]);
	expect(done[0]?.message).toContain(orderNumber(bobsOrder));
	const both = await shipMany(shop, parseShipmentLines(`${ann},UPS,2\n${bobsOrder},UPS,1`));
	expect(both.map(({ result }) => result)).toEqual(["shipped", "shipped"]);
});

test("rejects a corrected carrier if another customer's parcel has the same carrier and number", async () => {
	const ann = await addShipped();
	const order = await addShipped({ ...bob, carrier: "DHL" });
	await expect(setTracking(shop, order, ups)).rejects.toMatchObject(rejection(ann));
	expect(await findOrder(order)).toMatchObject({ carrier: "DHL" });
});

test("accepts the unchanged number of orders that shared it before the rule existed", async () => {
	const [ann, bobsOrder] = [await addShipped(), await addShipped(bob)];
	for (const order of [ann, bobsOrder]) await setTracking(shop, order, ups);
	const done = await shipMany(shop, parseShipmentLines(`${ann},UPS,1Z999\n${bobsOrder},UPS,1Z999`));
	expect(done.map(({ result }) => result)).toEqual(["unchanged", "unchanged"]);
});
