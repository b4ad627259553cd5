import { trackingUrl } from "#contract/carriers.ts";
import { formatDay, formatMinute } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents, formatUnits } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { OrderMailKind } from "#contract/order-mails.ts";
import { statesAfterUnpaid } from "#contract/order-states.ts";
import {
	invoicePath,
	orderAgainPath,
	orderNumber,
	orderPath,
	paymentPath,
	shopName,
} from "#contract/shop.ts";
import type { Email } from "#worker/services/mail.ts";
import { type Order, totalCents } from "../orders/read.ts";
import { type Fact, oneLine, writeEmail } from "./email.ts";

function trackingFacts({ carrier, trackingNumber }: Order): Fact[] {
	if (!trackingNumber) return [];
	const named: Fact[] = carrier ? [["Carrier", oneLine(carrier)]] : [];
	return [...named, ["Tracking number", trackingNumber]];
}

const formatUntil = ({ reservedUntil }: Order): string =>
	reservedUntil ? formatMinute(reservedUntil, "UTC") : "";

const isReserved = ({ state, reservedUntil }: Order, now: Date): boolean =>
	state === "unpaid" && reservedUntil !== null && reservedUntil > now;

function createFacts(order: Order): Fact[] {
	const dates = Object.values(statesAfterUnpaid).flatMap(({ step, at }): Fact[] => {
		const date = order[at];
		return date ? [[step, formatDay(date)]] : [];
	});
	return [
		["Order", orderNumber(order.id)],
		...dates,
		...(order.state === "unpaid" && order.reservedUntil
			? [["Reserved until", formatUntil(order)] satisfies Fact]
			: []),
		["Tool", oneLine(order.toolName)],
		["Pieces", formatWhole(order.quantity)],
		["Price per piece", formatCents(order.toolPriceCents)],
		[order.transactionId ? "Total paid" : "Total", formatCents(totalCents(order)), "large"],
		["Deliver to", [order.name, ...deliveryLines(order)].map(oneLine).join(", ")],
		...trackingFacts(order),
		...(order.transactionId ? [["Transaction", oneLine(order.transactionId)] satisfies Fact] : []),
	];
}

/** A link of an email, by its path or its URL elsewhere; null if this order has none. The first one is shown as a button. */
type OrderLink = { text: string; path: (order: Order) => string | null };

const viewOrder: OrderLink = { text: "View your order", path: ({ id }) => orderPath(id) };
const payOrder: OrderLink = { text: "Pay for your order", path: ({ id }) => paymentPath(id) };
const orderAgain: OrderLink = {
	text: "Order again",
	path: ({ id, productId }) => orderAgainPath(productId, id),
};
const trackShipment: OrderLink = { text: "Track your shipment", path: trackingUrl };
const printInvoice: OrderLink = { text: "Print invoice", path: ({ id }) => invoicePath(id) };

type OrderMail = {
	/** Followed by the order's number and what was ordered. */
	subject: string;
	heading: string;
	text: (order: Order) => string;
	links: OrderLink[];
	/** Whether a queued email is still true when it is sent. Default: always. */
	isTrue?: (order: Order, now: Date) => boolean;
	/** Set if a customer can cause the email without paying: otherwise anyone could send it to another person's address. */
	onlyToVerified?: true;
};

const orderMails: Record<OrderMailKind, OrderMail> = {
	placed: {
		subject: "We received order",
		heading: "Your tools are reserved.",
		text: (order) =>
			`We've reserved your pieces until ${formatUntil(order)}, and will ship them after you pay. If you don't pay by then, we cancel the order, and you are not charged.`,
		links: [payOrder, viewOrder],
		isTrue: isReserved,
		onlyToVerified: true,
	},
	reminder: {
		subject: "Not paid yet: order",
		heading: "Your order is not paid yet.",
		text: (order) =>
			`We've reserved your pieces until ${formatUntil(order)}. If you don't pay by then, we cancel the order, and you are not charged. If you no longer need it, you don't need to do anything.`,
		links: [payOrder, viewOrder],
		isTrue: isReserved,
		onlyToVerified: true,
	},
	canceled: {
		subject: "Canceled: order",
		heading: "We canceled your order.",
		text: () => "You have not been charged for it. If this is a surprise, reply to this email.",
		links: [viewOrder],
		onlyToVerified: true,
	},
	expired: {
		subject: "Canceled: order",
		heading: "We canceled your order.",
		text: () =>
			"It was not paid in time, so its pieces are for sale again. You have not been charged. If you still need the tools, order them again: the order form is filled in for you.",
		links: [orderAgain, viewOrder],
		onlyToVerified: true,
	},
	receipt: {
		subject: "Receipt for order",
		heading: "Your order is paid.",
		text: () => "Thank you. We're preparing your order and will email you when it ships.",
		links: [viewOrder, printInvoice],
	},
	shipped: {
		subject: "On its way: order",
		heading: "Your order is on its way.",
		text: () => "Your tools have shipped to the address below.",
		links: [trackShipment, viewOrder, printInvoice],
	},
	cancellation_declined: {
		subject: "We cannot cancel order",
		heading: "We cannot cancel your order.",
		text: () =>
			"You asked us to cancel this order, but it is too far along. We will ship it, and email you when it is on its way. If you have questions, reply to this email.",
		links: [viewOrder],
		isTrue: ({ state }) => state === "paid",
	},
	tracking: {
		subject: "Tracking number of order",
		heading: "Track your order.",
		text: () =>
			"This is the tracking number of your shipment. It replaces any number that we sent you before.",
		links: [trackShipment, viewOrder],
		isTrue: ({ trackingNumber }) => trackingNumber !== null,
	},
};

/** Returns whether to send a queued email: something may have happened since. @param isVerified the email of the order's account */
export function shouldSend(
	kind: OrderMailKind,
	order: Order,
	{ isVerified, now }: { isVerified: boolean; now: Date },
): boolean {
	const { isTrue = () => true, onlyToVerified } = orderMails[kind];
	return order.email !== "" && isTrue(order, now) && (isVerified || !onlyToVerified);
}

/** The subject contains no text that a customer typed. @param origin `https://host` of the links */
export function writeOrderEmail(kind: OrderMailKind, order: Order, origin: string): Email {
	const { subject, heading, text, links } = orderMails[kind];
	const ordered = `${formatWhole(order.quantity)} × ${oneLine(order.toolName)}`;
	const hrefs = links.flatMap(({ text: label, path }) => {
		const target = path(order);
		return target === null ? [] : [{ text: label, href: new URL(target, origin).href }];
	});
	return writeEmail({
		to: order.email,
		subject: `${subject} ${orderNumber(order.id)}: ${ordered}`,
		preheader: `${ordered}, ${formatCents(totalCents(order))}`,
		heading,
		text: text(order),
		facts: createFacts(order),
		links: hrefs.map((link, index) => ({ ...link, isButton: index === 0 })),
		note: `You are receiving this email because you ordered from ${shopName}. Reply to it if you have a question.`,
	});
}

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
		preheader: `${amount} is being refunded to your card`,
		heading,
		text: `${text} The refund goes to the card that you paid with, and usually appears within 5 to 10 business days. You don't need to do anything.`,
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
			{ text: "Contact us", href: new URL("/#contact", origin).href },
		],
		note: `You are receiving this email because you paid ${shopName}.`,
	});
}
