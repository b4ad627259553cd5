import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { payments, refunds } from "#worker/db/schema.ts";
import { createPaidFixture, totalCents } from "../../../tests/model/payment-fixture.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { getCompleteLedger, getLedger, sumLedger } from "./ledger.ts";
import { refundOrder } from "./refund-order.ts";

vi.spyOn(console, "log").mockReturnValue();

const dayMs = 24 * 60 * 60 * 1000;
const feeCents = Math.round(totalCents * 0.029) + 30;

async function createFixture() {
	const fixture = await createPaidFixture();
	onTestFinished(fixture.localShop.close);
	const adminContext = fixture.createContext(fixture.admin);
	const [from, to] = [new Date(Date.now() - dayMs), new Date(Date.now() + dayMs)];
	return {
		...fixture,
		refund: (pieces: number) =>
			refundOrder(adminContext, fixture.orderId, {
				pieces,
				restock: false,
				reason: "other",
				note: "",
				idempotencyKey: null,
			}),
		readEntries: async (period = { from, to }) => (await getLedger(adminContext, period)).entries,
	};
}

const sumDifferences = (entries: { stripeCents: number; booksCents: number }[]) =>
	entries.reduce((sum, { stripeCents, booksCents }) => sum + stripeCents - booksCents, 0);

/** Adds a refund of 3 cents to the shop's books only. */
const addRefundUnknownToStripe = ({ db, intentId }: Awaited<ReturnType<typeof createFixture>>) =>
	db.insert(refunds).values({
		id: "re_only_in_shop",
		paymentId: intentId,
		amountCents: 3,
		status: "succeeded",
		createdByShop: true,
		createdAt: new Date(),
		readAt: new Date(),
	});

test("matches Stripe's payments, refunds, returned refunds, disputes and fees, without those of other apps", async () => {
	const fixture = await createFixture();
	await fixture.stripe.chargeFromOtherApp({ order: "another" }, 500);
	const { refundId } = await fixture.refund(1);
	await fixture.stripe.settleRefund(refundId ?? "", "failed");
	await fixture.stripe.refundInDashboard(fixture.intentId, 100);
	const disputeId = await fixture.stripe.dispute(fixture.intentId);
	await fixture.stripe.advanceDispute(disputeId, "won");
	await fixture.deliverWebhooks();
	const entries = await fixture.readEntries();
	expect(sumLedger(entries)).toMatchObject([
		{ kind: "Payment", count: 1, stripeCents: totalCents, feeCents, booksCents: totalCents },
		{ kind: "Refund", count: 2, stripeCents: -2_099, booksCents: -2_099 },
		{ kind: "Returned refund", count: 1, stripeCents: 1_999, booksCents: 1_999 },
		{
			kind: "Dispute",
			count: 1,
			stripeCents: -totalCents,
			feeCents: 1_500,
			booksCents: -totalCents,
		},
		{ kind: "Dispute won", count: 1, stripeCents: totalCents, booksCents: totalCents },
		{ kind: "Total", count: 6, stripeCents: totalCents - 100 },
	]);
	expect(new Set(entries.map(({ orderId }) => orderId))).toEqual(new Set([fixture.orderId]));
});

test("includes a period's entries that only Stripe or only the shop has", async () => {
	const fixture = await createFixture();
	await fixture.stripe.refundInDashboard(fixture.intentId, 100);
	expect(sumDifferences(await fixture.readEntries())).toBe(-100);
	await fixture.deliverWebhooks();
	expect(sumDifferences(await fixture.readEntries())).toBe(0);
	await fixture.db
		.update(payments)
		.set({ receivedCents: 5 })
		.where(eq(payments.id, fixture.intentId));
	expect(sumDifferences(await fixture.readEntries())).toBe(totalCents - 5);
	await addRefundUnknownToStripe(fixture);
	expect((await fixture.readEntries()).find(({ id }) => id === "re_only_in_shop")).toMatchObject({
		kind: "Refund",
		stripeCents: 0,
		booksCents: -3,
	});
	const untilYesterday = { from: new Date(0), to: new Date(Date.now() - dayMs) };
	expect(await fixture.readEntries(untilYesterday)).toEqual([]);
});

test("marks a ledger as truncated and refuses to export it if Stripe has more transactions than the shop reads", async () => {
	const fixture = await createFixture();
	const adminContext = fixture.createContext(fixture.admin);
	const { SANDBOX } = adminContext.env;
	if (!SANDBOX) throw new Error("The sandbox is missing.");
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const url = new URL(new Request(input).url);
		url.searchParams.delete("starting_after");
		const response = await SANDBOX.fetch(url, init);
		return Response.json({ ...(await response.json<object>()), has_more: true });
	};
	const endlessContext = withEnv(adminContext, { SANDBOX: { connect: SANDBOX.connect, fetch } });
	const period = { from: new Date(Date.now() - dayMs), to: new Date(Date.now() + dayMs) };
	expect(await getCompleteLedger(adminContext, period)).toHaveLength(1);
	await addRefundUnknownToStripe(fixture);
	const { entries, isTruncated } = await getLedger(endlessContext, period);
	expect(isTruncated).toBe(true);
	expect(
		entries.map(({ id }) => id),
		"may be among the rest",
	).not.toContain("re_only_in_shop");
	await expect(getCompleteLedger(endlessContext, period)).rejects.toMatchObject({
		code: "period_too_long",
	});
});
