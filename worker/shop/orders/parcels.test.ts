import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { auditLog, orderEmails, orders } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createOrderRow, daysAgo } from "../../../tests/support/orders.ts";
import type { Shop } from "../context.ts";
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

/** Each way to give an order a tracking number, once an order of Ann has it. */
const ways: [
	string,
	(shop: Shop, order: string) => Promise<unknown>,
	{ shippedAt: Date | null },
][] = [
	["ship", (own, order) => shipOrder(own, order, ups), { shippedAt: null }],
	["correct", (own, order) => setTracking(own, order, ups), { shippedAt: new Date() }],
	...[null, new Date()].map((shippedAt): (typeof ways)[number] => [
		shippedAt ? "add in a list" : "ship in a list",
		(own, order) => shipInList(own, order),
		{ shippedAt },
	]),
];

/** Throws as the calls about one order do. */
async function shipInList(own: Shop, order: string) {
	const [line] = await shipMany(own, parseShipmentLines(`${order},ups,1Z999`));
	if (line?.result === "number_used") throw Object.assign(new Error(line.message), { status: 409 });
}

const rejection = (order: string) => ({
	status: 409,
	message: `Another customer's order, ${orderNumber(order)}, already has this tracking number. Check which one is right.`,
});

test.each(ways)(
	"a number that another customer's parcel has is rejected: %s",
	async (_, run, values) => {
		// Neither another number nor another order of the same customer is the reason.
		await addShipped({ trackingNumber: "1Z998" });
		await addShipped(bob);
		const ann = await addShipped();
		const order = await addOrder({ ...bob, ...values });
		await expect(run(shop, order)).rejects.toMatchObject(rejection(ann));
		expect(await findOrder(order)).toMatchObject({ ...values, trackingNumber: null });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([0, 0]);
	},
);

test.each(ways)(
	"it is rejected also if the other order gets it after the check: %s",
	async (_, run, values) => {
		const ann = await addOrder();
		const order = await addOrder({ ...bob, ...values });
		let isGiven = false;
		const raced = local.createContext(admin, async (queries) => {
			if (isGiven || queries.every((query) => query.startsWith("select"))) return;
			isGiven = true;
			await shipOrder(shop, ann, ups);
		});
		await expect(run(raced, order)).rejects.toMatchObject(rejection(ann));
		expect(await findOrder(order)).toMatchObject({ ...values, trackingNumber: null });
		expect([await db.$count(auditLog), await db.$count(orderEmails)]).toEqual([1, 1]);
	},
);

test.each(ways)(
	"one customer, one address, another carrier or an old parcel may have it: %s",
	async (_, run, values) => {
		for (const other of [
			{ location: bob.location },
			{ email: bob.email },
			{ carrier: "DHL" },
			{ shippedAt: daysAgo(181) },
		]) {
			await db.delete(orders);
			await addShipped(other);
			const order = await addOrder({ ...bob, ...values });
			await run(shop, order);
			expect(await findOrder(order), JSON.stringify(other)).toMatchObject(ups);
		}
	},
);

test("a carrier that is not known may be the other one, and letters may be written small", async () => {
	const ann = await addShipped({ carrier: null, trackingNumber: "ab1", shippedAt: daysAgo(179) });
	const order = await addOrder(bob);
	const shipment = { carrier: "DHL", trackingNumber: "AB1" };
	await expect(shipOrder(shop, order, shipment)).rejects.toMatchObject(rejection(ann));
	const [line] = await shipMany(shop, parseShipmentLines(`${order},DHL,AB1`));
	expect(line).toMatchObject({ result: "number_used" });
});

test("lines of one list that give a number to two customers are both left out, those of one customer are not", async () => {
	const [ann, again, other] = [await addOrder(), await addOrder(), await addOrder(bob)];
	const done = await shipMany(
		shop,
		parseShipmentLines(`${ann},UPS,1\n${again},UPS,2\n${other},UPS,1`),
	);
	expect(done.map(({ result }) => result)).toEqual(["number_used", "shipped", "number_used"]);
	expect(done[0]?.message).toContain(orderNumber(other));
	const both = await shipMany(shop, parseShipmentLines(`${ann},UPS,2\n${other},UPS,1`));
	expect(both.map(({ result }) => result)).toEqual(["shipped", "shipped"]);
});

test("a correction of only the carrier is rejected too, if another customer's parcel has both", async () => {
	const ann = await addShipped();
	const order = await addShipped({ ...bob, carrier: "DHL" });
	await expect(setTracking(shop, order, ups)).rejects.toMatchObject(rejection(ann));
	expect(await findOrder(order)).toMatchObject({ carrier: "DHL" });
});

test("orders whose parcels had one number before this was checked keep it, and can be sent again", async () => {
	const [ann, other] = [await addShipped(), await addShipped(bob)];
	for (const order of [ann, other]) await setTracking(shop, order, ups);
	const done = await shipMany(shop, parseShipmentLines(`${ann},UPS,1Z999\n${other},UPS,1Z999`));
	expect(done.map(({ result }) => result)).toEqual(["unchanged", "unchanged"]);
});
