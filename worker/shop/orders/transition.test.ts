import { eq, notInArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { unpaidEmailKinds } from "#contract/order-emails.ts";
import {
	hasReached,
	listStartStates,
	type OrderTransition,
	orderStates,
	orderTransitions,
	progressStates,
} from "#contract/order-states.ts";
import { orderEmails, orders } from "#worker/db/schema.ts";
import { createPaidFixture, createPaymentFixture } from "../../../tests/model/payment-fixture.ts";
import { advanceOrder, transitionOrder } from "./transition.ts";

vi.spyOn(console, "log").mockReturnValue();

test("only an account with the capability can advance an order, and only once", async () => {
	const { admin, shopper, orderId, createContext, findOrder } = await createPaidFixture();
	await expect(advanceOrder(createContext(shopper), "ship", orderId)).rejects.toMatchObject({
		status: 403,
	});
	await advanceOrder(createContext(admin), "ship", orderId);
	expect(await findOrder()).toMatchObject({ state: "shipped" });
	await expect(advanceOrder(createContext(admin), "ship", orderId)).rejects.toMatchObject({
		code: "already_shipped",
	});
});

test("does not advance an order that is not in the transition's initial state", async () => {
	const { admin, orderId, createContext } = await createPaymentFixture();
	await expect(advanceOrder(createContext(admin), "ship", orderId)).rejects.toMatchObject({
		code: "order_unpaid",
	});
});

test("rejects a transition that has no capability, even for an admin", async () => {
	const { admin, orderId, createContext, findOrder } = await createPaymentFixture();
	await expect(advanceOrder(createContext(admin), "pay", orderId)).rejects.toMatchObject({
		code: "forbidden",
	});
	expect(await findOrder()).toMatchObject({ state: "unpaid" });
});

test("does not advance an order that was shipped at the same time", async () => {
	const { admin, orderId, createContext, db } = await createPaidFixture();
	const racingContext = createContext(admin, async (queries) => {
		if (queries.some((sql) => sql.startsWith('update "orders"'))) {
			await db.update(orders).set({ shippedAt: new Date(1) });
		}
	});
	await expect(advanceOrder(racingContext, "ship", orderId)).rejects.toMatchObject({
		code: "already_shipped",
	});
});

const transitionStarts = (Object.keys(orderTransitions) as OrderTransition[]).flatMap((name) =>
	listStartStates(orderTransitions[name]).map((start) => ({ name, start })),
);

test.each(transitionStarts)(
	"the transition $name from $start queues only its own email",
	async ({ name, start }) => {
		const { admin, orderId, createContext, db } = await createPaymentFixture();
		const { to, emailKind } = orderTransitions[name];
		const reachedStates = progressStates.filter((state) => hasReached(start, state));
		const times = reachedStates.map((state) => [orderStates[state].at, new Date()]);
		const transactionId = hasReached(start, "paid") ? "pi_1" : null;
		await db.update(orders).set({ ...Object.fromEntries(times), transactionId });
		const set = to === "paid" ? { transactionId: "pi_1" } : {};
		expect(
			await transitionOrder(createContext(admin), name, orderId, { at: new Date(), set }),
		).not.toBeNull();
		const queuedEmails = await db
			.select({ kind: orderEmails.kind })
			.from(orderEmails)
			.where(notInArray(orderEmails.kind, unpaidEmailKinds));
		expect(queuedEmails).toEqual(emailKind ? [{ kind: emailKind }] : []);
	},
);

test("sends no email if emailKind is null, even if the transition has an email", async () => {
	const { admin, orderId, createContext, db } = await createPaidFixture();
	const isShipEmail = eq(orderEmails.kind, "shipped");
	expect(orderTransitions.ship.emailKind).toBe("shipped");
	await transitionOrder(createContext(admin), "ship", orderId, { at: new Date(), emailKind: null });
	expect(await db.$count(orderEmails, isShipEmail)).toBe(0);
});
