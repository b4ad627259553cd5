import { expect, test, vi } from "vitest";
import type { ErrorCode } from "#contract/errors.ts";
import { orderMails, payments, refunds } from "#worker/db/schema.ts";
import {
	type PaymentScene,
	setPaidScene,
	setPaymentScene,
} from "../../../tests/model/payment-scene.ts";
import { runBulkAction } from "../bulk.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";
import { startPayment } from "./start.ts";

vi.spyOn(console, "log").mockReturnValue();

const ship = (scene: PaymentScene) => shipOrder(scene.shopOf(scene.admin), scene.order);

async function expectNotShipped(scene: PaymentScene, code: ErrorCode) {
	await expect(ship(scene)).rejects.toMatchObject({ code });
	const bulk = await runBulkAction(scene.shopOf(scene.admin), "shipOrder", [scene.order]);
	expect(bulk).toEqual({ done: 0, errors: [code] });
	expect(await scene.findOrder()).toMatchObject({ shippedAt: null });
	const { held } = await getPaymentProblems(scene.shopOf(scene.admin));
	expect(held.map(({ id }) => id)).toEqual([scene.intent]);
}

test("a payment refunded in Stripe's dashboard keeps its order from being shipped, alone and in bulk, and shows", async () => {
	const scene = await setPaidScene();
	await scene.stripe.refundInDashboard(scene.intent);
	await scene.deliver();
	await expectNotShipped(scene, "payment_refunded");
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "paid", receivedCents: 7_996, refundedCents: 7_996 },
	]);
	expect(await scene.db.select().from(refunds)).toMatchObject([
		{ amountCents: 7_996, status: "succeeded", ours: false },
	]);
});

test("a partial refund in Stripe's dashboard is stored, shown, and blocks shipping", async () => {
	const scene = await setPaidScene();
	await scene.stripe.refundInDashboard(scene.intent, 3_198);
	await scene.deliver();
	await expectNotShipped(scene, "payment_partly_refunded");
	expect(await scene.db.select().from(payments)).toMatchObject([{ refundedCents: 3_198 }]);
});

test("without its webhook a refund that is pending is followed by the sweep until it has succeeded", async () => {
	const scene = await setPaidScene();
	await scene.stripe.setSwitches(scene.order, { refunds: "pending" });
	const refund = await scene.stripe.refundInDashboard(scene.intent);
	await scene.deliver();
	await expectNotShipped(scene, "refund_pending");
	await scene.stripe.settleRefund(refund, "succeeded");
	await scene.sweep();
	await expectNotShipped(scene, "payment_refunded");
	expect(await scene.db.select().from(payments)).toMatchObject([{ nextCheckAt: null }]);
});

test("after a failed refund in the dashboard the order can be shipped, and the admin sees the reason", async () => {
	const scene = await setPaidScene();
	const refund = await scene.stripe.refundInDashboard(scene.intent);
	await scene.deliver();
	await scene.stripe.settleRefund(refund, "failed", "lost_or_stolen_card");
	await scene.deliver();
	const { open } = await getPaymentProblems(scene.shopOf(scene.admin));
	expect(open).toMatchObject([{ problem: "a refund failed (lost_or_stolen_card)" }]);
	expect(await ship(scene)).toBe(1);
});

const hearings = {
	"the sweep": (scene: PaymentScene) => scene.sweep(),
	"its webhooks": (scene: PaymentScene) => scene.deliver(),
	"the browser": (scene: PaymentScene) =>
		expect(scene.confirm()).rejects.toMatchObject({ code: "payment_required" }),
};

test.each(Object.entries(hearings))(
	"a payment that was refunded before the shop heard of it, by %s, never makes its order paid",
	async (_, hear) => {
		const scene = await setPaymentScene();
		await scene.stripe.charge(scene.secret);
		await scene.stripe.refundInDashboard(scene.intent);
		await hear(scene);
		expect(await scene.findOrder()).toMatchObject({ paidAt: null });
		await expect(ship(scene)).rejects.toMatchObject({ code: "order_unpaid" });
		expect(await scene.db.$count(orderMails)).toBe(0);
		expect(await scene.db.select().from(payments)).toMatchObject([
			{ status: "refunded", refundedCents: 7_996, problem: "refunded in Stripe" },
		]);
		expect((await scene.stripe.readLedger()).refunds).toHaveLength(1);
	},
);

test("a payment that was partly refunded before the shop recorded it is refunded in full", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.stripe.refundInDashboard(scene.intent, 1_000);
	await scene.deliver();
	expect(await scene.findOrder()).toMatchObject({ paidAt: null });
	const amounts = (await scene.stripe.readLedger()).refunds.map(({ amount }) => amount);
	expect(amounts.toSorted()).toEqual([1_000, 6_996]);
	expect(await scene.db.select().from(payments)).toMatchObject([
		{ status: "refunded", refundedCents: 7_996, problem: "part of it was refunded in Stripe" },
	]);
});

test("an order whose first payment was refunded can be paid by another", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	await scene.stripe.refundInDashboard(scene.intent);
	const secret = await startPayment(scene.shopOf(scene.shopper), 7_996, scene.order);
	expect(secret).not.toBe(scene.secret);
	await scene.stripe.charge(secret);
	await scene.deliver();
	expect(await scene.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
});

test("a refund between reading the charge and writing the order keeps the order unpaid", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	let isInjected = false;
	const refundFirst = async (asked: string[]) => {
		if (isInjected || !asked.some((statement) => statement.startsWith('update "orders"'))) return;
		isInjected = true;
		await scene.stripe.refundInDashboard(scene.intent);
		await scene.deliver();
	};
	const { confirmPayment } = await import("./settle.ts");
	const confirming = confirmPayment(
		scene.shopOf(scene.shopper, refundFirst),
		scene.order,
		scene.intent,
	);
	await expect(confirming).rejects.toMatchObject({ code: "payment_required" });
	expect(isInjected).toBe(true);
	expect(await scene.findOrder()).toMatchObject({ paidAt: null });
});
