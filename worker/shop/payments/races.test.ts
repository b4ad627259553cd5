import { expect, onTestFinished, test } from "vitest";
import { failure } from "#contract/messages.ts";
import { openShop } from "../../../tests/model/actors.ts";
import {
	checkPaymentRaces,
	injectAll,
	killable,
	killEverywhere,
} from "../../../tests/model/payment-races.ts";
import { openLocalShop } from "../../../tests/support/local-shop.ts";
import { openLocalStripe } from "../../../tests/support/local-stripe.ts";
import { auditMoney } from "../../../tests/support/money-audit.ts";
import { intentIdOf } from "../../../tests/support/stripe.ts";
import { placeOrder } from "../orders/place.ts";
import { deleteOrder } from "../orders/remove.ts";
import { confirmPayment } from "./settle.ts";
import { startPayment } from "./start.ts";

test.each(killable)("killed at any point of '%s': the sweep makes it good", async (act) => {
	expect((await killEverywhere(act)).interleavings).toBeGreaterThan(2);
});

test("any act at any point of any other: each payment is one paid order or one refund", async () => {
	const { interleavings, payments, paidOnce, refunded } = await injectAll();
	expect(interleavings).toBeGreaterThan(100);
	expect(refunded).toBeGreaterThan(0);
	expect(paidOnce + refunded).toBe(payments);
}, 60_000);

test("any interleaving of charge, browser, webhook, sweep, second tab and cancel loses no payment", async () => {
	const { payments, paidOnce, refunded } = await checkPaymentRaces(100);
	expect(paidOnce).toBeGreaterThan(0);
	expect(paidOnce + refunded).toBe(payments);
}, 60_000);

test("an order that another tab opens, pays and confirms just before it is deleted stays, paid", async () => {
	const [local, stripe] = [openLocalShop(), openLocalStripe()];
	onTestFinished(local.close);
	const [buyer, productId] = [await local.addAccount(), await local.addProduct(10)];
	const tab = openShop(local, stripe, buyer, () => undefined);
	const placing = { productId, quantity: 4, location: "Here", phone: "1", idempotencyKey: null };
	const order = await placeOrder(tab, placing);
	const payFirst = async (asked: string[]) => {
		if (!asked.some((statement) => statement.startsWith("delete from"))) return;
		const secret = await startPayment(tab, 1_999 * 4, order);
		await stripe.charge(secret);
		await confirmPayment(tab, order, intentIdOf(secret));
	};
	const cancelling = deleteOrder(openShop(local, stripe, buyer, payFirst), order);
	await expect(cancelling).rejects.toMatchObject({ message: failure.paidOrder });
	const money = await auditMoney(tab.db, await stripe.readLedger());
	expect(money).toEqual({ payments: 1, paidOnce: 1, refunded: 0, lost: [] });
});
