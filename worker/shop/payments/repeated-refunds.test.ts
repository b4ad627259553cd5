import { parse } from "valibot";
import { expect, test, vi } from "vitest";
import { refundBodySchema } from "#contract/schemas/refunds.ts";
import { totalCents } from "../../../tests/model/payment-fixture.ts";
import {
	createRefundFixture,
	pieceCents,
	refundInput,
} from "../../../tests/model/refund-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { refundOrder } from "./refund-order.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

test("rejects a refund that would cancel the order if the order has shipped since the page was opened", async () => {
	const fixture = await createRefundFixture();
	await shipOrder(fixture.adminContext, fixture.orderId);
	const shown = { shownCents: totalCents, shownCancelsOrder: true };
	await expect(fixture.refund({ ...shown, restock: true })).rejects.toMatchObject({
		code: "refund_order_changed",
	});
	expect([await fixture.readRequests(), await fixture.readStock()]).toEqual([[], 16]);
	await fixture.refund({ ...shown, shownCancelsOrder: false });
	expect(await fixture.readRequests()).toHaveLength(1);
});

test("an idempotency key creates only one refund", async () => {
	const fixture = await createRefundFixture();
	const values = { pieces: 2, restock: true, idempotencyKey: "key" };
	const [first, second] = await Promise.all([fixture.refund(values), fixture.refund(values)]);
	expect([second?.id, (await fixture.refund(values)).id]).toEqual([first?.id, first?.id]);
	expect(await fixture.readStripeRefunds()).toHaveLength(1);
	expect(await fixture.readStock()).toBe(18);
	const differentValues = { ...values, pieces: 1 };
	await expect(fixture.refund(differentValues)).rejects.toMatchObject({
		code: "idempotency_key_reused",
	});
});

test("an idempotency key creates only one refund if the line breaks of its note differ", async () => {
	const fixture = await createRefundFixture();
	const ids = ["Bent.\r\nTwo.", "Bent.\nTwo.", "Bent.\rTwo."].map(async (note) => {
		const body = parse(refundBodySchema, { pieces: 1, reason: "damaged", note });
		return (await fixture.refund({ ...body, idempotencyKey: "key" })).id;
	});
	expect(new Set(await Promise.all(ids)).size).toBe(1);
	expect(await fixture.readRequests()).toMatchObject([{ note: "Bent.\nTwo." }]);
});

test.each([true, false])(
	"rejects a used key if restocking was first %s and is now the opposite",
	async (restock) => {
		const fixture = await createRefundFixture();
		const values = { pieces: 2, restock, idempotencyKey: "key" };
		const { id } = await fixture.refund(values);
		await expect(fixture.refund({ ...values, restock: !restock })).rejects.toMatchObject({
			code: "idempotency_key_reused",
		});
		expect((await fixture.refund(values)).id).toBe(id);
		expect(await fixture.readStock()).toBe(restock ? 18 : 16);
	},
);

test("repeating a refund that had nothing to restock creates no second refund", async () => {
	const fixture = await createRefundFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "rejected" });
	const rejected = fixture.refund({ restock: true });
	await expect(rejected).rejects.toMatchObject({ code: "refund_rejected" });
	await fixture.stripe.overrideBehavior(fixture.orderId, { refunds: "normal" });
	const values = { pieces: 2, restock: true, idempotencyKey: "key" };
	const request = await fixture.refund(values);
	expect(request.restocked).toBe(0);
	expect((await fixture.refund(values)).id).toBe(request.id);
});

test("repeating a refund of pieces that cost the remaining amount creates no second refund", async () => {
	const fixture = await createRefundFixture();
	await fixture.refund({ amountCents: 2 * pieceCents });
	const values = { pieces: 2, restock: true, idempotencyKey: "key" };
	const request = await fixture.refund(values);
	const fullRefund = { amountCents: 2 * pieceCents, pieces: 4, restocked: 4 };
	expect(request).toMatchObject({ status: "sent", ...fullRefund });
	expect(await fixture.findOrder()).toMatchObject({ state: "refunded" });
	expect((await fixture.refund(values)).id).toBe(request.id);
	const differentValues = { ...values, pieces: 1 };
	await expect(fixture.refund(differentValues)).rejects.toMatchObject({
		code: "idempotency_key_reused",
	});
	expect(await fixture.readStripeRefunds()).toHaveLength(2);
});

test("does not cancel the order if a concurrent refund used the same key first", async () => {
	const fixture = await createRefundFixture();
	let hasRefunded = false;
	const racingContext = fixture.createContext(fixture.admin, async (requests) => {
		if (hasRefunded || !requests.join().includes('insert into "audit_log"')) return;
		hasRefunded = true;
		await fixture.refund({ pieces: 1, idempotencyKey: "key" });
	});
	const fullRefundInput = { ...refundInput, pieces: 4, idempotencyKey: "key" };
	await expect(refundOrder(racingContext, fixture.orderId, fullRefundInput)).rejects.toMatchObject({
		code: "idempotency_key_reused",
	});
	expect(await fixture.findOrder()).toMatchObject({ state: "paid" });
	expect(await fixture.readStripeRefunds()).toMatchObject([{ amount: pieceCents }]);
});

test("rejects one of two concurrent refunds, because the order has changed", async () => {
	const fixture = await createRefundFixture();
	const results = await Promise.allSettled([
		fixture.refund({ pieces: 3 }),
		fixture.refund({ pieces: 3 }),
	]);
	const rejected = results.filter((result) => result.status === "rejected");
	expect(rejected).toMatchObject([{ reason: { code: "refund_order_changed" } }]);
	expect(await fixture.readStripeRefunds()).toMatchObject([{ amount: 3 * pieceCents }]);
});
