import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	createPaidFixture,
	createPaymentFixture,
	getTimeWhenAllAreDue,
	totalCents,
	withStripeErrors,
} from "../../../tests/model/payment-fixture.ts";
import { skipPauses } from "../../../tests/support/skip-pauses.ts";
import { shipOrder } from "../orders/ship.ts";
import { settlePayment } from "./settle.ts";
import { startPayment } from "./start.ts";
import { sweepPayments } from "./sweep.ts";

skipPauses();

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const isDisputesCall = (call: string) => call.startsWith("GET /v1/disputes");

test.each([403, 500] as const)(
	"ships a disputed order only after the dispute is won, even if reading disputes fails with %i",
	async (status) => {
		const fixture = await createPaidFixture();
		const disputeId = await fixture.stripe.dispute(fixture.intentId);
		const context = withStripeErrors(fixture.createContext(null), isDisputesCall, status);
		await expect(settlePayment(context, fixture.intentId)).rejects.toMatchObject({ status: 503 });
		const ship = () => shipOrder(fixture.createContext(fixture.admin), fixture.orderId);
		await expect(ship()).rejects.toMatchObject({ code: "payment_disputed" });
		await fixture.stripe.advanceDispute(disputeId, "won");
		await fixture.sweep();
		expect(await ship()).toBe(1);
	},
);

/** Settles a payment. Just before it is written, a concurrent settlement finds a new dispute that it cannot read. */
async function settleDuringDispute(fixture: Awaited<ReturnType<typeof createPaymentFixture>>) {
	let disputeId: string | undefined;
	const disputeBeforeWrite = async (queries: string[]) => {
		if (disputeId || !queries.some((query) => query.startsWith('insert into "payments"'))) return;
		disputeId = await fixture.stripe.dispute(fixture.intentId);
		const context = withStripeErrors(fixture.createContext(null), isDisputesCall);
		await expect(settlePayment(context, fixture.intentId)).rejects.toMatchObject({ status: 503 });
	};
	await settlePayment(fixture.createContext(null, disputeBeforeWrite), fixture.intentId);
	if (!disputeId) throw new Error("The payment was not disputed.");
	return disputeId;
}

test("does not ship an order if its payment is disputed during a settlement and the dispute cannot be read", async () => {
	const fixture = await createPaidFixture();
	await settleDuringDispute(fixture);
	const shipping = shipOrder(fixture.createContext(fixture.admin), fixture.orderId);
	await expect(shipping).rejects.toMatchObject({ code: "payment_disputed" });
});

test("does not mark an order as paid if its payment is disputed during the settlement and the dispute cannot be read", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const disputeId = await settleDuringDispute(fixture);
	expect(await fixture.findOrder()).toMatchObject({ paidAt: null });
	await fixture.stripe.advanceDispute(disputeId, "won");
	await fixture.sweep();
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
});

test("backs off only from the payment whose disputes the API key is not allowed to read", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.dispute(fixture.intentId);
	await fixture.db.update(payments).set({ checks: 0 });
	const unknownPayments = Array.from({ length: 12 }, (_, index) => ({
		id: `pi_unknown${index}`,
		orderId: "gone",
		amountCents: 1,
		updatedAt: new Date(),
	}));
	for (const row of unknownPayments) await fixture.db.insert(payments).values(row);
	const context = withStripeErrors(fixture.createContext(null), isDisputesCall);
	await sweepPayments(context, getTimeWhenAllAreDue());
	const secondRun = await sweepPayments(context, getTimeWhenAllAreDue());
	expect(secondRun).toMatchObject({ found: 13, failed: 1 });
	expect(
		await fixture.db.select().from(payments).where(eq(payments.id, fixture.intentId)),
	).toMatchObject([{ checks: 2, problem: "could not be settled", hold: "disputed" }]);
	expect(await fixture.db.$count(payments, eq(payments.checks, 2))).toBe(13);
});

test("responds with 503 if the API key is not allowed to create payments", async () => {
	const fixture = await createOrderFixture();
	const context = withStripeErrors(fixture.createContext(fixture.shopper), (call) =>
		call.startsWith("POST"),
	);
	const starting = startPayment(context, totalCents, fixture.orderId);
	await expect(starting).rejects.toMatchObject({ status: 503 });
});

test("backs off from payments that Stripe cannot return, but still checks the others", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const failing = Array.from({ length: 4 }, (_, index) => ({
		id: `pi_failing${index}`,
		orderId: "gone",
		amountCents: 1,
		nextCheckAt: new Date(Date.now() + 60 * 60_000),
		updatedAt: new Date(),
	}));
	for (const row of failing) await fixture.db.insert(payments).values(row);
	const context = withStripeErrors(
		fixture.createContext(null),
		(call) => call.includes("failing"),
		500,
	);
	await sweepPayments(context, getTimeWhenAllAreDue());
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intentId });
	const rows = await fixture.db.select().from(payments).where(eq(payments.orderId, "gone"));
	expect(rows.map(({ checks, problem }) => [checks, problem])).toEqual(
		failing.map(() => [1, "Stripe did not respond"]),
	);
});
