import { expect, test } from "vitest";
import {
	listButtons,
	origin,
	paidOrder,
	unpaidOrder,
} from "../../../tests/support/emailed-order.ts";
import type { EmailedOrder } from "./order-email-texts.ts";
import { shouldSend, writeOrderEmail } from "./write-order-email.ts";

const paymentLinkPath = "/pay/abc";
const findLinks = (text: string) => text.match(/.*\s*https?:\S+/g);

/** Creates an unpaid order for each payment link. */
function createOrders(...paths: [string, ...string[]]): [EmailedOrder, ...EmailedOrder[]] {
	const [first, ...others] = paths.map((path, index) => ({
		...unpaidOrder,
		id: `${index}`.repeat(24),
		paymentLinkPath: path,
	}));
	return [first ?? unpaidOrder, ...others];
}

test("an email with a payment link for an unpaid order has no other links and no address", () => {
	for (const kind of ["payment_link", "reminder"] as const) {
		const { text } = writeOrderEmail(kind, [{ ...unpaidOrder, paymentLinkPath }], origin);
		expect(findLinks(text), kind).toEqual([`Pay for your order:\n${origin}/pay/abc`]);
		expect(text, kind).not.toContain(unpaidOrder.location);
		expect(text.includes("an account with this email"), kind).toBe(kind === "payment_link");
	}
	const { text } = writeOrderEmail("payment_link", createOrders("/pay/abc", "/pay/def"), origin);
	expect(text.match(/https?:\S+/g)).toEqual([`${origin}/pay/abc`, `${origin}/pay/def`]);
	expect(text).not.toContain(unpaidOrder.location);
});

test("the orders of a checkout share one payment link", () => {
	const checkout = createOrders("/pay/abc", "/pay/abc");
	const { text, html } = writeOrderEmail("payment_link", checkout, origin);
	expect(listButtons(html)).toEqual(["Pay for your 2 orders"]);
	expect(text).toContain("an account with this email");
	expect(text.match(/.*:\s*https?:\S+/g)).toEqual([`Pay for your 2 orders:\n${origin}/pay/abc`]);
	const checkoutAndOrder = createOrders("/pay/abc", "/pay/abc", "/pay/def");
	const { text: mixedText } = writeOrderEmail("reminder", checkoutAndOrder, origin);
	expect(mixedText.match(/.*:\s*https?:\S+/g)).toEqual([
		...Array(2).fill(`Pay for your 2 orders: ${origin}/pay/abc`),
		`Pay for your order: ${origin}/pay/def`,
	]);
});

test("a receipt links to the payment link, if there is one, instead of pages that need an account", () => {
	const order = { ...paidOrder, paymentLinkPath };
	const { text } = writeOrderEmail("receipt", [order], origin);
	expect(text.match(/https?:\S+/g)).toEqual([`${origin}/pay/abc`]);
	const checkoutReceipt = writeOrderEmail("receipt", [order, order], origin);
	expect(checkoutReceipt.text).toContain(`View your 2 orders:\n${origin}/pay/abc`);
});

test("the email about an expired order with a payment link asks for a reply instead of a new order", () => {
	const { text } = writeOrderEmail("expired", [{ ...unpaidOrder, paymentLinkPath }], origin);
	expect(text).toContain("reply to this email, and we will take the order again");
});

test("an email with a payment link names a time only if the reservation ends", () => {
	const unreservedOrder = { ...unpaidOrder, reservedUntil: null, paymentLinkPath };
	const secondOrder = { ...unreservedOrder, id: "b".repeat(24) };
	for (const orders of [[unreservedOrder], [unreservedOrder, secondOrder]] as const) {
		const { text } = writeOrderEmail("payment_link", [...orders], origin);
		expect(text).toMatch(/We took (?:this order|these orders) for you\./);
		expect(text).not.toContain("until");
	}
});

test("a payment link is not sent once the order is paid, canceled or no longer reserved", () => {
	const now = new Date();
	const conditions = { canBeEmailed: false, isPaymentInProgress: false, isCharged: false, now };
	const soon = new Date(now.getTime() + 1);
	expect(
		shouldSend("payment_link", { ...paidOrder, state: "unpaid", reservedUntil: soon }, conditions),
	).toBe(true);
	expect(shouldSend("payment_link", { ...paidOrder, state: "unpaid" }, conditions)).toBe(true);
	expect(
		shouldSend("payment_link", { ...paidOrder, state: "unpaid", reservedUntil: now }, conditions),
	).toBe(false);
	for (const state of ["paid", "cancelled"] as const)
		expect(shouldSend("payment_link", { ...paidOrder, state }, conditions), state).toBe(false);
});
