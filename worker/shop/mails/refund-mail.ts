import { formatUnits } from "#contract/money.ts";
import { orderNumber, orderPath, shopName } from "#contract/shop.ts";
import type { Email } from "#worker/services/mail.ts";
import { type Fact, oneLine, writeEmail } from "./email.ts";

type ReportedRefund = {
	to: string;
	orderId: string;
	paymentId: string;
	/** Null if the order no longer exists. */
	toolName: string | null;
	/** In the smallest unit of the currency (ISO 4217). */
	amountCents: number;
	currency: string;
	/** `automatic`: the payment matched no order. `canceled`: an admin refunded all of an order that was not shipped. */
	kind: "automatic" | "canceled" | "ordered";
};

const refundTexts: Record<ReportedRefund["kind"], { heading: string; text: string }> = {
	automatic: {
		heading: "Your payment is being refunded.",
		text: "This payment could not be used for your order: the order was canceled or already paid, or its total had changed. Nothing was shipped for it.",
	},
	canceled: {
		heading: "Your order is canceled and refunded.",
		text: "We canceled this order, and nothing will be shipped for it. Its payment is being refunded.",
	},
	ordered: {
		heading: "We are refunding you.",
		text: "We are refunding the amount below for this order.",
	},
};

export function writeRefundEmail(refund: ReportedRefund, origin: string): Email {
	const { to, orderId, paymentId, toolName, amountCents, currency, kind } = refund;
	const { heading, text } = refundTexts[kind];
	const amount = formatUnits(amountCents, currency);
	const number = orderNumber(orderId);
	const tool: Fact[] = toolName === null ? [] : [["Tool", oneLine(toolName)]];
	return writeEmail({
		to,
		subject: `Refund for order ${number}`,
		preheader: `${amount} is being refunded`,
		heading,
		text: `${text} The refund goes to the payment method that you used, and usually appears within 5 to 10 business days. You don't need to do anything.`,
		facts: [
			["Refund", amount, "large"],
			["Order", number],
			...tool,
			["Transaction", oneLine(paymentId)],
		],
		links: [
			...(kind === "automatic"
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
