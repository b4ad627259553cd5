import { sum } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { dailySales, productDailySales, productSales } from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createRefundFixture } from "../../../tests/model/refund-fixture.ts";
import { restockOrder } from "./restock-order.ts";

vi.spyOn(console, "log").mockReturnValue();
const dayMs = 24 * 60 * 60 * 1000;

/** Adds a reader of the pieces sold in all days, of the product, and of the product in all days, to a paid order of four pieces. */
async function createFixture() {
	const fixture = await createRefundFixture();
	const { db, localShop, adminContext, orderId } = fixture;
	return {
		...fixture,
		restock: (pieces: number) =>
			restockOrder(adminContext, orderId, { pieces, idempotencyKey: null }),
		async readPieces() {
			expect(await findOutdatedDerivedTables(localShop.d1)).toEqual([]);
			const [days] = await db.select({ pieces: sum(dailySales.pieces) }).from(dailySales);
			const [product] = await db.select({ pieces: sum(productSales.pieces) }).from(productSales);
			const [productDays] = await db
				.select({ pieces: sum(productDailySales.pieces) })
				.from(productDailySales);
			return [days, product, productDays].map((row) => Number(row?.pieces));
		},
	};
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;

const cancellations: { how: string; cancel: (fixture: Fixture) => Promise<unknown> }[] = [
	{
		how: "a full refund in Stripe's Dashboard",
		cancel: ({ stripe, intentId }) => stripe.refundInDashboard(intentId),
	},
	{ how: "a refund in the shop", cancel: ({ refund }) => refund() },
	{ how: "a refund in the shop that restocks", cancel: ({ refund }) => refund({ restock: true }) },
	{
		how: "a refund in Stripe's Dashboard after one piece was refunded in the shop",
		async cancel({ refund, stripe, intentId }) {
			await refund({ pieces: 1, restock: true });
			await stripe.refundInDashboard(intentId);
		},
	},
	{
		how: "a refund in the shop that Stripe rejects",
		async cancel({ refund, stripe, orderId }) {
			await stripe.overrideBehavior(orderId, { refunds: "rejected" });
			await expect(refund()).rejects.toMatchObject({ code: "refund_rejected" });
		},
	},
	{
		how: "a refund in the shop that Stripe rejects, and one in its Dashboard",
		async cancel({ refund, stripe, orderId, intentId }) {
			await stripe.overrideBehavior(orderId, { refunds: "rejected" });
			await expect(refund()).rejects.toMatchObject({ code: "refund_rejected" });
			await stripe.overrideBehavior(orderId, {});
			await stripe.refundInDashboard(intentId);
		},
	},
];

test.each(cancellations)(
	"an order sold no pieces once it is canceled by $how",
	async ({ cancel }) => {
		const fixture = await createFixture();
		expect(await fixture.readPieces()).toEqual([4, 4, 4]);
		await cancel(fixture);
		await fixture.deliverWebhooks();
		expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
		expect(await fixture.readPieces()).toEqual([0, 0, 0]);
		const { restockableCount } = await fixture.getRefundable();
		if (restockableCount > 0) await fixture.restock(restockableCount);
		expect(await fixture.readPieces()).toEqual([0, 0, 0]);
	},
);

test("an order sold no pieces although a refund of its first days fails after it was canceled", async () => {
	const start = Date.now();
	vi.useFakeTimers({ now: start, toFake: ["Date"] });
	onTestFinished(() => void vi.useRealTimers());
	const fixture = await createFixture();
	await fixture.refund({ pieces: 1, restock: true });
	await fixture.deliverWebhooks();
	const [partialRefund] = await fixture.readStripeRefunds();
	vi.setSystemTime(start + dayMs);
	await fixture.refund();
	await fixture.deliverWebhooks();
	expect(await fixture.readPieces()).toEqual([0, 0, 0]);
	await fixture.stripe.settleRefund(partialRefund?.id ?? "", "failed");
	await fixture.deliverWebhooks();
	expect(await fixture.readPieces()).toEqual([0, 0, 0]);
});
