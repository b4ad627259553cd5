import { afterAll, expect, test } from "vitest";
import { packingSlipsMax } from "#contract/limits.ts";
import { checkouts, orders, payments, refundRequests } from "#worker/db/schema.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { createOrderRow } from "../../../tests/support/orders.ts";
import { getPackingLists } from "./packing.ts";

const localShop = createLocalShop();
afterAll(localShop.close);
const adminContext = withEnv(localShop.createContext(await localShop.addAccount("admin")), {
	MAIL_FROM: "Shop <shop@shop.test>",
});
const [barId, wrenchId] = [await localShop.addProduct(10), await localShop.addProduct(10)];

type Values = Parameters<typeof createOrderRow>[0];

async function addOrder(values: Omit<Values, "productId"> & Partial<Values> = {}) {
	const row = createOrderRow({ productId: barId, toolName: "Bar", ...values });
	await localShop.db.insert(orders).values(row);
	return row.id;
}

const paidAt = new Date(1);
const wrenchTool = { productId: wrenchId, toolName: "Wrench" };

test("returns a pick list and packing slips, sorted by tool, only for orders that can be packed", async () => {
	const [wrench, secondBar, firstBar, shipped] = [
		await addOrder({ ...wrenchTool, paidAt, quantity: 3 }),
		await addOrder({ paidAt, quantity: 4, createdAt: new Date(20) }),
		await addOrder({ paidAt, quantity: 5, createdAt: new Date(10) }),
		await addOrder({ ...wrenchTool, paidAt, shippedAt: paidAt, quantity: 50 }),
	];
	const [unpaid, canceled, canceledLater, cancellationRequested, refunded] = [
		await addOrder(),
		await addOrder({ cancelledAt: paidAt }),
		await addOrder({ paidAt, refundedAt: paidAt }),
		await addOrder({ paidAt, cancellationRequestedAt: paidAt }),
		await addOrder({ paidAt }),
	];
	const payment = { amountCents: 1, receivedCents: 1, status: "paid", updatedAt: paidAt } as const;
	await localShop.db.insert(payments).values([
		{ ...payment, id: `pi_${refunded}`, orderId: refunded, hold: "refunded" },
		{ ...payment, id: `pi_${secondBar}`, orderId: secondBar },
	]);
	const refund = { id: "r1", orderId: secondBar, paymentId: `pi_${secondBar}`, stripeKey: "k1" };
	await localShop.db
		.insert(refundRequests)
		.values({ ...refund, amountCents: 1, pieces: 1, restocked: 0, reason: "other" });
	const ids = [
		wrench,
		secondBar,
		firstBar,
		shipped,
		unpaid,
		canceled,
		canceledLater,
		cancellationRequested,
		refunded,
		"none",
	];
	const selected = await getPackingLists(adminContext, ids);
	expect(selected.slips.map(({ id }) => id).slice(0, 2)).toEqual([firstBar, secondBar]);
	expect(new Set(selected.slips.map(({ id }) => id))).toEqual(new Set(ids.slice(0, 4)));
	const piecesByTool = selected.picks.map(({ toolName, slips }) => [
		toolName,
		...slips.map(({ pieces }) => pieces),
	]);
	expect(piecesByTool, "excludes the order that has already shipped").toEqual([
		["Bar", 5, 3],
		["Wrench", 3],
	]);
	expect(new Map(selected.excluded.map(({ id, reason }) => [id, reason]))).toEqual(
		new Map([
			[unpaid, "Unpaid"],
			[canceled, "Canceled"],
			// Its refund may be pending, or may have failed.
			[canceledLater, "Canceled"],
			[cancellationRequested, "Cancellation requested"],
			[refunded, "Refunded"],
		]),
	);
	expect(selected.contact).toBe("shop@shop.test");
	const all = await getPackingLists(adminContext, null);
	expect(all.slips.map(({ id }) => id)).toEqual([firstBar, secondBar, wrench]);
	expect(all.excluded.map(({ id }) => id)).toEqual([cancellationRequested]);
});

test("groups orders of a checkout that are packed together into one parcel", async () => {
	await localShop.db.insert(checkouts).values({ id: "c1" });
	const sameCheckout = { checkoutId: "c1", paidAt };
	const [wrench, bar, single, shipped] = [
		await addOrder({ ...wrenchTool, ...sameCheckout }),
		await addOrder(sameCheckout),
		await addOrder({ paidAt }),
		await addOrder({ ...sameCheckout, shippedAt: paidAt }),
	];
	const { parcels, slips } = await getPackingLists(adminContext, [wrench, bar, single, shipped]);
	expect(slips).toHaveLength(4);
	const parcelIds = parcels.map((parcel) => new Set(parcel.map(({ id }) => id)));
	expect(parcelIds).toHaveLength(3);
	for (const ids of [[wrench, bar], [single], [shipped]])
		expect(parcelIds).toContainEqual(new Set(ids));
});

test("without a selection, returns the oldest orders and whether there are more", async () => {
	const times = Array.from({ length: packingSlipsMax }, (_, index) => new Date(100 + index));
	for (const createdAt of times.toReversed()) await addOrder({ paidAt, createdAt });
	const { slips, hasMore } = await getPackingLists(adminContext, null);
	expect([slips.length, hasMore]).toEqual([packingSlipsMax, true]);
	expect(slips.map(({ createdAt }) => createdAt.getTime())).not.toContain(
		100 + packingSlipsMax - 1,
	);
});
