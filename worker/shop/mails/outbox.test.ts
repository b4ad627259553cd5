import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, refundMails } from "#worker/db/schema.ts";
import type { Mail } from "#worker/services/mail.ts";
import { setPaymentScene, withEnv } from "../../../tests/model/payment-scene.ts";
import { settlePayment } from "../payments/settle.ts";
import { sweepRefundMails } from "./outbox.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

/** A payment whose order is gone: its money goes back by itself. `fails`: the next so many mails are not taken. */
async function setGoneScene() {
	const scene = await setPaymentScene();
	const method = await scene.stripe.sdk.paymentMethods.create({
		type: "card",
		card: { number: "4242424242424242", exp_month: 12, exp_year: 2050, cvc: "123" },
		billing_details: { email: "payer@example.com" },
	});
	const sent: Mail[] = [];
	let fails = 0;
	const outbox: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		async fetch(input: RequestInfo | URL, init?: RequestInit) {
			if (fails-- > 0) return new Response(null, { status: 500 });
			sent.push(await new Request(input, init).json());
			return new Response();
		},
	};
	return {
		...scene,
		sent,
		charge: () => scene.stripe.charge(scene.secret, method.id),
		loseOrder: () => scene.db.delete(orders).where(eq(orders.id, scene.order)),
		failMails(count: number) {
			fails = count;
		},
		sendMails: (now = new Date()) =>
			sweepRefundMails(withEnv(scene.shopOf(null), { SANDBOX: outbox }), now),
	};
}

test("a payment for an order that no longer exists is refunded, and one mail tells the payer", async () => {
	const scene = await setGoneScene();
	await scene.charge();
	await scene.loseOrder();
	await scene.deliver();
	for (let run = 0; run < 3; run += 1) {
		await scene.sweep();
		await scene.deliver();
		await scene.sendMails();
	}
	expect(scene.sent).toHaveLength(1);
	expect(scene.sent[0]).toMatchObject({ to: "payer@example.com" });
	for (const words of ["$79.96", "5 to 10 business days", "#contact", scene.intent]) {
		expect(scene.sent[0]?.text).toContain(words);
	}
	const rows = await scene.db.select().from(refundMails);
	expect(rows, "the address is forgotten").toMatchObject([{ email: null, tries: 1 }]);
});

test("while the order exists the mail goes to its address, also for a pending refund", async () => {
	const scene = await setGoneScene();
	await scene.db.update(orders).set({ email: "buyer@example.com", toolPriceCents: 1 });
	await scene.stripe.setSwitches(scene.order, { refunds: "pending" });
	await scene.charge();
	await scene.sweep();
	await scene.sendMails();
	expect(scene.sent).toMatchObject([{ to: "buyer@example.com" }]);
});

test("two concurrent runs, interleaved at any round trip, make one refund and one mail", async () => {
	for (let point = 0; point < 12; point += 1) {
		const scene = await setGoneScene();
		await scene.charge();
		await scene.loseOrder();
		let trips = 0;
		const second = async () => {
			if (trips++ === point) await settlePayment(scene.shopOf(null), scene.intent);
		};
		await settlePayment(scene.shopOf(null, second), scene.intent);
		await Promise.all([scene.sendMails(), scene.sendMails()]);
		await scene.sendMails();
		expect(scene.sent, `point ${point}`).toHaveLength(1);
		scene.local.close();
	}
});

test("a mail that is not accepted is retried, and given up after eight attempts", async () => {
	const scene = await setGoneScene();
	await scene.charge();
	await scene.loseOrder();
	await scene.sweep();
	scene.failMails(1);
	expect(await scene.sendMails()).toMatchObject({ failed: 1 });
	expect(await scene.sendMails(), "its pause is not over").toMatchObject({ found: 0 });
	expect(await scene.sendMails(new Date(Date.now() + 3_600_000))).toMatchObject({ fixed: 1 });
	await scene.db.update(refundMails).set({
		...{ sentAt: null, tries: 8, nextTryAt: new Date(0), email: "payer@example.com" },
	});
	await scene.sendMails();
	expect(await scene.db.select().from(refundMails)).toMatchObject([
		{ email: null, sentAt: null, nextTryAt: null },
	]);
	expect(scene.sent).toHaveLength(1);
});

test("refunds made in Stripe, refused ones, and other programs' payments cause no mail", async () => {
	const scene = await setGoneScene();
	await scene.charge();
	await scene.stripe.refundInDashboard(scene.intent);
	await scene.deliver();
	const foreign = await scene.stripe.payElsewhere({ order: scene.order });
	await scene.stripe.refundInDashboard(foreign);
	await settlePayment(scene.shopOf(null), foreign);
	const other = await setGoneScene();
	await other.stripe.setSwitches(other.order, { refunds: "refused" });
	await other.charge();
	await other.loseOrder();
	await other.sweep();
	for (const { sendMails, sent } of [scene, other]) {
		await sendMails();
		expect(sent).toEqual([]);
	}
});
