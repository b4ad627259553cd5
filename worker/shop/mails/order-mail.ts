import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents, formatUnits } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { type OrderMailKind, statesAfterUnpaid } from "#contract/order-states.ts";
import { invoicePath, orderNumber, orderPath, shopName } from "#contract/shop.ts";
import type { Email } from "#worker/services/mail.ts";
import { type Order, totalCents } from "../orders/read.ts";
import { type Fact, oneLine, writeEmail } from "./email.ts";

function createFacts(order: Order): Fact[] {
	const dates = Object.values(statesAfterUnpaid).flatMap(({ step, at }): Fact[] => {
		const date = order[at];
		return date ? [[step, formatDay(date)]] : [];
	});
	return [
		["Order", orderNumber(order.id)],
		...dates,
		["Tool", oneLine(order.toolName)],
		["Pieces", formatWhole(order.quantity)],
		["Price per piece", formatCents(order.toolPriceCents)],
		["Total paid", formatCents(totalCents(order)), "large"],
		["Deliver to", [order.name, ...deliveryLines(order)].map(oneLine).join(", ")],
		["Transaction", oneLine(order.transactionId ?? "")],
	];
}

/** All of these emails are about paid orders: they show what was paid and link to the invoice. */
const contents: Record<OrderMailKind, { subject: string; heading: string; text: string }> = {
	receipt: {
		subject: "Receipt for order",
		heading: "Your order is paid.",
		text: "Thank you. We're preparing your order and will email you when it ships.",
	},
	shipped: {
		subject: "On its way: order",
		heading: "Your order is on its way.",
		text: "Your tools have shipped to the address below.",
	},
};

/** The subject contains no text that a user typed. @param origin `https://host` of the links */
export function writeOrderEmail(kind: OrderMailKind, order: Order, origin: string): Email {
	const { subject, ...content } = contents[kind];
	const orderUrl = new URL(orderPath(order.id), origin).href;
	const invoiceUrl = new URL(invoicePath(order.id), origin).href;
	return writeEmail({
		to: order.email,
		subject: `${subject} ${orderNumber(order.id)}`,
		preheader: `${formatWhole(order.quantity)} × ${oneLine(order.toolName)}, ${formatCents(totalCents(order))}`,
		...content,
		facts: createFacts(order),
		links: [
			{ text: "View your order", href: orderUrl, isButton: true },
			{ text: "Print invoice", href: invoiceUrl },
		],
		note: `You are receiving this email because you ordered from ${shopName}.`,
	});
}

type AutomaticRefund = {
	to: string;
	orderId: string;
	paymentId: string;
	/** Null if the order no longer exists. */
	toolName: string | null;
	/** In the smallest unit of the currency (ISO 4217). */
	amountCents: number;
	currency: string;
};

export function writeRefundEmail(refund: AutomaticRefund, origin: string): Email {
	const { to, orderId, paymentId, toolName, amountCents, currency } = refund;
	const amount = formatUnits(amountCents, currency);
	const number = orderNumber(orderId);
	const tool: Fact[] = toolName === null ? [] : [["Tool", oneLine(toolName)]];
	return writeEmail({
		to,
		subject: `Refund for order ${number}`,
		preheader: `${amount} is being refunded to your card`,
		heading: "Your payment is being refunded.",
		text: "This payment could not be used for your order: the order was canceled or already paid, or its total had changed. Nothing was shipped for it. The refund goes to the card that you paid with, and usually appears within 5 to 10 business days. You don't need to do anything.",
		facts: [
			["Refund", amount, "large"],
			["Order", number],
			...tool,
			["Transaction", oneLine(paymentId)],
		],
		links: [{ text: "Contact us", href: new URL("/#contact", origin).href }],
		note: `You are receiving this email because you paid ${shopName}.`,
	});
}
