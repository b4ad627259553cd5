import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { formerCustomer } from "#contract/shop.ts";
import { auditLog, checkouts, orders } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	createPaymentFixture,
	initialStock,
	type PaymentFixture,
	totalCents,
	withStripeErrors,
} from "../../../tests/model/payment-fixture.ts";
import { attempt } from "../../../tests/model/round-trip-hook.ts";
import { countPieces } from "../../../tests/support/count-pieces.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { createOrderRow } from "../../../tests/support/orders.ts";
import { reconcilePayments } from "../../../tests/support/reconcile-payments.ts";
import { startPayment } from "../payments/start.ts";
import { getStatus } from "../status/read.ts";
import { readCheckoutPage } from "./checkout.ts";
import { sweepUnpaidOrders } from "./expire.ts";
import { getOwnOrdersPage } from "./list.ts";
import { placeOrder } from "./place.ts";
import { findOrder, requireOrderInAnyState } from "./read.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

type OrderFixture = Pick<PaymentFixture, "createContext" | "orderId" | "productId" | "localShop">;

function createExpiryFixture<Fixture extends OrderFixture>(fixture: Fixture) {
	onTestFinished(fixture.localShop.close);
	const sweepContext = fixture.createContext(null);
	return {
		...fixture,
		sweepContext,
		expire: (hours = 49) => sweepUnpaidOrders(sweepContext, inHours(hours)),
		readOrder: () => findOrder(sweepContext, fixture.orderId),
		countPieces: () => countPieces(sweepContext, fixture.productId),
	};
}

test("cancels an unpaid order and its payment after 48 hours, and restocks its pieces", async () => {
	const fixture = createExpiryFixture(await createPaymentFixture());
	expect(await fixture.expire(47)).toMatchObject({ found: 0 });
	expect(await fixture.expire(49)).toEqual({ found: 1, fixed: 1, failed: 0 });
	expect(await fixture.readOrder()).toMatchObject({ state: "cancelled", cancelReason: "expired" });
	expect(await fixture.countPieces()).toEqual({ stock: initialStock, ordered: 0 });
	expect((await fixture.stripe.chargeCard(fixture.secret)).ok, "a charge after the expiry").toBe(
		false,
	);
	const { orderId, db } = fixture;
	expect(await db.select().from(auditLog)).toMatchObject([
		{ actor: "sweep", action: "order-cancelled", subjectId: orderId, userId: null },
	]);
	expect(await fixture.expire(99), "a second run").toMatchObject({ found: 0 });
});

test("erases an expired order's personal data only if its account was deleted", async () => {
	const fixture = createExpiryFixture(await createOrderFixture());
	const { db, orderId, shopper, createContext, productId } = fixture;
	const input = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
	const orderWithAccount = await placeOrder(createContext(shopper), input);
	await db.update(orders).set({ userId: null }).where(eq(orders.id, orderId));
	await fixture.expire();
	expect(await fixture.readOrder()).toMatchObject({
		name: formerCustomer,
		email: "",
		location: "",
		phone: "",
		state: "cancelled",
	});
	const { name, email } = shopper;
	expect(await findOrder(fixture.sweepContext, orderWithAccount)).toMatchObject({
		name,
		email,
		location: "Here",
	});
});

test("cancels an order with a payment in progress only after the payment fails", async () => {
	const fixture = createExpiryFixture(await createPaymentFixture());
	await fixture.stripe.chargeCard(fixture.secret, "pm_card_processing");
	expect(await fixture.expire(49)).toEqual({ found: 1, fixed: 0, failed: 0 });
	expect(await fixture.readOrder()).toMatchObject({ state: "unpaid" });
	expect(await fixture.expire(49.5), "the order is reserved for another hour").toMatchObject({
		found: 0,
	});
	await fixture.stripe.settlePayment(fixture.intentId, "failed");
	expect(await fixture.expire(51)).toMatchObject({ fixed: 1 });
});

test("marks an order as paid instead of canceling it if the card was charged but no webhook arrived", async () => {
	const fixture = createExpiryFixture(await createPaymentFixture());
	await fixture.stripe.chargeCard(fixture.secret);
	expect(await fixture.expire()).toEqual({ found: 1, fixed: 0, failed: 0 });
	expect(await fixture.readOrder()).toMatchObject({ state: "paid", cancelReason: null });
	expect(await fixture.expire()).toMatchObject({ found: 0 });
});

test("while Stripe is unavailable, cancels only orders for which no payment was started", async () => {
	const fixture = createExpiryFixture(await createPaymentFixture());
	const { createContext, shopper, productId, sweepContext } = fixture;
	const input = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
	const orderWithoutPayment = await placeOrder(createContext(shopper), input);
	const contextWithoutStripe = withStripeErrors(sweepContext, () => true, 500);
	expect(await sweepUnpaidOrders(contextWithoutStripe, inHours(49))).toEqual({
		found: 2,
		fixed: 1,
		failed: 1,
	});
	expect(await findOrder(sweepContext, orderWithoutPayment)).toMatchObject({ state: "cancelled" });
	expect(await fixture.readOrder()).toMatchObject({ state: "unpaid" });
	expect(await fixture.expire()).toMatchObject({ fixed: 1 });
});

test("postpones an order with a permanent error, so that the sweep reaches later orders", async () => {
	const fixture = createExpiryFixture(await createPaymentFixture());
	const contextThatCannotCancel = withStripeErrors(fixture.sweepContext, (call) =>
		call.endsWith("/cancel"),
	);
	expect(await sweepUnpaidOrders(contextThatCannotCancel, inHours(49))).toMatchObject({
		found: 1,
		failed: 1,
	});
	expect(await sweepUnpaidOrders(contextThatCannotCancel, inHours(49.5))).toMatchObject({
		found: 0,
	});
	expect(await fixture.expire(51)).toMatchObject({ fixed: 1 });
});

test("cancels at most forty orders per run, starting with those whose reservations ended first", async () => {
	const fixture = createExpiryFixture(await createOrderFixture());
	const { db, productId } = fixture;
	for (let index = 0; index < 60; index += 1) {
		const reservedUntil = inHours(-index - 1);
		const row = createOrderRow({ productId, id: `order${index}`, quantity: 1, reservedUntil });
		await db.insert(orders).values(row);
	}
	expect(await fixture.expire(0)).toMatchObject({ found: 40, fixed: 40 });
	expect(await findOrder(fixture.sweepContext, "order20")).toMatchObject({ state: "cancelled" });
	expect(await findOrder(fixture.sweepContext, "order19")).toMatchObject({ state: "unpaid" });
	expect(await fixture.expire(0)).toMatchObject({ found: 20, fixed: 20 });
});

test("reserves an order from an older release for 48 hours from the first sweep", async () => {
	const fixture = createExpiryFixture(await createOrderFixture());
	await fixture.db
		.update(orders)
		.set({ reservedUntil: null, createdAt: inHours(-10_000) })
		.where(eq(orders.id, fixture.orderId));
	expect(await fixture.expire(0)).toMatchObject({ found: 0 });
	expect(await fixture.expire(47)).toMatchObject({ found: 0 });
	expect(await fixture.expire(49)).toMatchObject({ fixed: 1 });
});

test.each([
	["0", null],
	["2.5", 2.5],
	["soon", 48],
	["-1", 48],
	["", 48],
	[undefined, 48],
])("UNPAID_ORDER_HOURS '%s' reserves an order for %s hours", async (value, hours) => {
	const fixture = createExpiryFixture(await createOrderFixture());
	const settings = { UNPAID_ORDER_HOURS: value };
	const shopperContext = withEnv(fixture.createContext(fixture.shopper), settings);
	const { productId } = fixture;
	const input = { productId, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
	const order = await findOrder(fixture.sweepContext, await placeOrder(shopperContext, input));
	const { createdAt, reservedUntil = null } = order ?? {};
	const reservedMs = reservedUntil && createdAt && reservedUntil.getTime() - createdAt.getTime();
	expect(reservedMs).toBe(hours === null ? null : hours * hourMs);
	const result = await sweepUnpaidOrders(withEnv(fixture.sweepContext, settings), inHours(1_000));
	expect(result.fixed).toBe(hours === null ? 0 : 2);
});

test("hides the reservation end while UNPAID_ORDER_HOURS is 0, even for earlier orders", async () => {
	const { createContext, shopper, orderId, db } = await createOrderFixture();
	const checkoutId = "c1";
	await db.insert(checkouts).values({ id: checkoutId, userId: shopper.id });
	await db.update(orders).set({ checkoutId });
	const readHasReservationEnd = async (settings: object) => {
		const shopperContext = withEnv(createContext(shopper), settings);
		const { rows } = await getOwnOrdersPage(shopperContext, 0);
		const checkout = await readCheckoutPage(shopperContext, checkoutId);
		const order = await requireOrderInAnyState(shopperContext, orderId);
		const foundOrders = [...rows, ...checkout.orders, order];
		return foundOrders.map(({ reservedUntil }) => reservedUntil !== null);
	};
	expect(await readHasReservationEnd({})).toEqual([true, true, true]);
	expect(await readHasReservationEnd({ UNPAID_ORDER_HOURS: "0" })).toEqual([false, false, false]);
});

test("the status page counts expired orders, unless UNPAID_ORDER_HOURS is 0", async () => {
	const { createContext, admin } = createExpiryFixture(await createPaymentFixture());
	const countAt = async (hours: number, settings = {}) => {
		const adminContext = withEnv(createContext(admin), settings);
		return (await getStatus(adminContext, inHours(hours))).waiting.unpaidOrders;
	};
	expect(await countAt(47)).toBe(0);
	expect(await countAt(49)).toBe(1);
	expect(await countAt(49, { UNPAID_ORDER_HOURS: "0" })).toBe(0);
});

test("charges no card for an expired order if a payment starts during the expiry", async () => {
	let expiredCount = 0;
	const actions = {
		expire: ({ createContext }: PaymentFixture, hook?: () => Promise<void>) =>
			sweepUnpaidOrders(createContext(null, hook), inHours(49)),
		pay: async (
			{ createContext, shopper, orderId, stripe }: PaymentFixture,
			hook?: () => Promise<void>,
		) => stripe.chargeCard(await startPayment(createContext(shopper, hook), totalCents, orderId)),
	};
	for (const [first, second] of [
		[actions.expire, actions.pay],
		[actions.pay, actions.expire],
	] as const) {
		for (let roundTrip = 0, hookRan = true; hookRan; roundTrip += 1) {
			const fixture = await createPaymentFixture();
			let roundTripCount = 0;
			hookRan = false;
			await attempt(
				first(fixture, async () => {
					if (roundTripCount++ !== roundTrip) return;
					hookRan = true;
					await attempt(second(fixture));
				}),
			);
			await fixture.sweep();
			const sweepContext = fixture.createContext(null);
			const money = await reconcilePayments(sweepContext.db, await fixture.stripe.readLedger());
			const order = await findOrder(sweepContext, fixture.orderId);
			const isExpired = order?.state === "cancelled";
			if (isExpired) expiredCount += 1;
			expect(money, `round trip ${roundTrip}`).toMatchObject({ refunded: 0, lost: [] });
			expect(money.usedPayments, `round trip ${roundTrip}`).toBe(order?.state === "paid" ? 1 : 0);
			fixture.localShop.close();
		}
	}
	expect(expiredCount).toBeGreaterThan(0);
});
