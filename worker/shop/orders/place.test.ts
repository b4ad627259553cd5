import { eq, notInArray } from "drizzle-orm";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { unpaidEmailKinds } from "#contract/order-emails.ts";
import type { Account } from "#contract/roles.ts";
import { auditLog, orderEmails, orders, payments, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { QueryHook } from "../../../tests/support/sqlite-d1.ts";
import { cancelOrder } from "./cancel.ts";
import { placeOrder } from "./place.ts";
import { shipOrder } from "./ship.ts";

const isPaidOrderEmail = notInArray(orderEmails.kind, unpaidEmailKinds);

afterEach(() => {
	vi.useRealTimers();
});

async function createFixture(stock = 1_000, minimum = 1) {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const account = await localShop.addAccount();
	const admin = await localShop.addAccount("admin");
	const productId = await localShop.addProduct(stock, minimum);
	const { db } = localShop;
	const input = { productId, quantity: 2, location: "Here 1", phone: "555" };
	type Overrides = Partial<typeof input> & { idempotencyKey?: string | null };
	const place = (overrides: Overrides = {}, shopper: Account = account, beforeQuery?: QueryHook) =>
		placeOrder(localShop.createContext(shopper, beforeQuery), {
			...input,
			idempotencyKey: null,
			...overrides,
		});
	const readStock = async () =>
		(await db.select().from(products).where(eq(products.id, productId)).get())?.quantity;
	return { localShop, db, account, admin, place, readStock };
}

/** Loses the response of the first query that inserts an order. */
function loseFirstInsert(): QueryHook {
	let hasLostResponse = false;
	return (statements) => {
		if (hasLostResponse || !statements.some((sql) => sql.startsWith('insert into "orders"')))
			return;
		hasLostResponse = true;
		return () => {
			throw new Error("D1_ERROR: Network connection lost.");
		};
	};
}

test("places an order once if D1's response to its write is lost, with or without an idempotency key", async () => {
	const { db, account, place, readStock } = await createFixture();
	const ids = [
		await place({}, account, loseFirstInsert()),
		await place({ idempotencyKey: "key" }, account, loseFirstInsert()),
	];
	expect((await db.select().from(orders)).map(({ id }) => id).sort()).toEqual(ids.sort());
	expect(await readStock()).toBe(996);
});

test("lets two shoppers use the same idempotency key", async () => {
	const { localShop, db, place } = await createFixture();
	const first = await place({ idempotencyKey: "key" });
	const second = await place({ idempotencyKey: "key" }, await localShop.addAccount());
	expect(second).not.toBe(first);
	expect(await db.$count(orders)).toBe(2);
	expect(await place({ idempotencyKey: "key" })).toBe(first);
});

test("repeating a key returns the same order if only the line breaks of the address differ", async () => {
	const { place } = await createFixture();
	const id = await place({ idempotencyKey: "key", location: "1 Bay Road\r\nPortland" });
	expect(await place({ idempotencyKey: "key", location: "1 Bay Road\nPortland" })).toBe(id);
});

test("rejects an idempotency key that was used for a different order", async () => {
	const { localShop, place, readStock } = await createFixture();
	await place({ idempotencyKey: "key" });
	const otherProductId = await localShop.addProduct(10);
	const rejection = { code: "idempotency_key_reused" };
	for (const overrides of [
		{ productId: otherProductId },
		{ quantity: 3 },
		{ location: "Elsewhere" },
		{ phone: "556" },
	]) {
		await expect(place({ ...overrides, idempotencyKey: "key" })).rejects.toMatchObject(rejection);
	}
	expect(await readStock()).toBe(998);
});

type Fixture = Awaited<ReturnType<typeof createFixture>>;

async function pay(
	{ db }: Fixture,
	id: string,
	overrides: Partial<typeof payments.$inferInsert> = {},
) {
	const [transactionId, paidAt] = [`pi_${id}`, new Date()];
	await db.insert(payments).values({
		id: transactionId,
		orderId: id,
		status: "paid",
		amountCents: 3_998,
		receivedCents: 3_998,
		createdAt: paidAt,
		updatedAt: paidAt,
		...overrides,
	});
	await db.update(orders).set({ paidAt, transactionId }).where(eq(orders.id, id));
}

test("an order ships, with one email, even if the payment of another order is on hold", async () => {
	vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z"), toFake: ["Date"] });
	const fixture = await createFixture();
	const { localShop, db, admin, place } = fixture;
	const [withoutHold, onHold] = [await place(), await place()];
	await pay(fixture, withoutHold);
	await pay(fixture, onHold, { hold: "disputed" });
	const deferredWork: (() => Promise<unknown>)[] = [];
	const adminContext = {
		...localShop.createContext(admin),
		waitUntil: (work: () => Promise<unknown>) => {
			deferredWork.push(work);
		},
	};
	await expect(shipOrder(adminContext, onHold)).rejects.toMatchObject({ status: 409 });
	expect(await shipOrder(adminContext, withoutHold)).toBe(1);
	expect(await db.select().from(orderEmails).where(isPaidOrderEmail)).toMatchObject([
		{ orderId: withoutHold, kind: "shipped" },
	]);
	expect(deferredWork, "the email is sent after the response").toHaveLength(1);
	expect(await shipOrder(adminContext, withoutHold)).toBe(0);
	expect(await db.$count(orderEmails, isPaidOrderEmail)).toBe(1);
});

test("writes an audit entry when an admin cancels an order, but not when the shopper does", async () => {
	const { localShop, db, account, admin, place, readStock } = await createFixture();
	const [canceledByShopper, canceledByAdmin] = [await place(), await place()];
	await cancelOrder(localShop.createContext(account), canceledByShopper);
	expect(await db.$count(auditLog)).toBe(0);
	await cancelOrder(localShop.createContext(admin), canceledByAdmin);
	expect(await db.select().from(auditLog)).toMatchObject([
		{ action: "order-cancelled", userId: admin.id, subjectId: canceledByAdmin },
	]);
	expect(await readStock()).toBe(1_000);
});
