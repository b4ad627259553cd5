import { formatMinorUnits } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { orderNumber, orderPath, shopName } from "#contract/shop.ts";
import type { Email } from "#worker/services/email.ts";
import { type EmailDetail, refundTimingText, toOneLine, writeEmail } from "./write-email.ts";

type ReportedRefund = {
	to: string;
	/** Several if a payment for several orders is fully refunded. `toolName` is null if the order no longer exists. */
	orders: { id: string; toolName: string | null }[];
	paymentId: string;
	/** In the smallest unit of the currency (ISO 4217). */
	amountCents: number;
	currency: string;
	/**
	 * `automatic`: the payment, or its share for one order, could not be used. `canceled`: an admin fully refunded an order that was not
	 * shipped. `other`: any other refund by an admin.
	 */
	kind: "automatic" | "canceled" | "other";
	/** False if the customer's account was deleted, so that nobody can log in to see the order. */
	hasAccount: boolean;
};

const refundTexts: Record<ReportedRefund["kind"], { heading: string; text: string }> = {
	automatic: {
		heading: "We are sending you a refund.",
		text: "We could not use the amount below, because what you ordered was canceled or already paid, or its total had changed. Nothing was shipped for this amount.",
	},
	canceled: {
		heading: "Your order is canceled and refunded.",
		text: "We canceled this order, and nothing will be shipped for it. Its payment is being refunded.",
	},
	other: {
		heading: "We are sending you a refund.",
		text: "We are refunding the amount below for this order.",
	},
};

export function writeRefundEmail(refund: ReportedRefund, origin: string): Email {
	const { to, orders, paymentId, amountCents, currency, kind, hasAccount } = refund;
	const { heading, text } = refundTexts[kind];
	const amount = formatMinorUnits(amountCents, currency);
	const [{ id: orderId } = { id: "" }] = orders;
	const number = orderNumber(orderId);
	const isSingleOrder = orders.length === 1;
	const details = orders.flatMap(({ id, toolName }): EmailDetail[] => {
		const tool = toOneLine(toolName ?? "");
		if (!isSingleOrder) return [["Order", [orderNumber(id), tool].filter(Boolean).join(": ")]];
		return [
			["Order", number],
			["Tool", tool],
		];
	});
	return writeEmail({
		to,
		subject: `Refund for ${isSingleOrder ? `order ${number}` : formatCount(orders.length, "order")}`,
		preheader: `${amount} is being refunded`,
		heading,
		text: `${text} ${refundTimingText}`,
		details: [["Refund", amount, "large"], ...details, ["Transaction", toOneLine(paymentId)]],
		links: [
			...(kind === "automatic" || !hasAccount
				? []
				: [
						{
							text: "View your order",
							href: new URL(orderPath(orderId), origin).href,
							isButton: true,
						},
					]),
			{ text: "Contact us", href: new URL(`/contact?order=${number}`, origin).href },
		],
		note: `You are receiving this email because you paid ${shopName}.`,
	});
}
