import { formatUtcDay } from "#contract/dates.ts";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { emailedOrdersMax } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger, formatPart } from "#contract/numbers.ts";
import { type OrderEmailKind, unpaidEmailKinds } from "#contract/order-emails.ts";
import { statesAfterUnpaid } from "#contract/order-states.ts";
import { canceledOrdersPath, orderNumber, ownOrdersPath, shopName } from "#contract/shop.ts";
import type { Email } from "#worker/services/email.ts";
import { getTotalCents, type Order } from "../orders/read.ts";
import {
	type EmailedOrder,
	formatReservationEnd,
	hasShippedUnanswered,
	orderEmailTexts,
	payOrder,
	printInvoice,
	separateTimesText,
	viewOrder,
} from "./order-email-texts.ts";
import { type EmailDetail, type EmailItem, toOneLine, writeEmail } from "./write-email.ts";

function getTrackingDetails({ carrier, trackingNumber }: Order): EmailDetail[] {
	if (!trackingNumber) return [];
	return [
		["Carrier", toOneLine(carrier ?? "")],
		["Tracking number", trackingNumber],
	];
}

const formatDelivery = (order: Order): string =>
	[order.name, ...listDeliveryDetails(order)]
		.flatMap((detail) => detail.split(/,?\s*\n/))
		.map(toOneLine)
		.filter(Boolean)
		.join(", ");

const formatPieces = ({ quantity, shippedPieces = quantity }: EmailedOrder): string =>
	formatPart(shippedPieces, quantity);

const formatQuantityAndTool = (order: EmailedOrder): string =>
	`${formatPieces(order)} × ${toOneLine(order.toolName)}`;

/** An unpaid order's email with a payment link has no address, because nobody has confirmed yet that the mailbox is the customer's. */
const shouldHideDelivery = ({ paymentLinkPath, state }: EmailedOrder): boolean =>
	Boolean(paymentLinkPath) && state === "unpaid";

function createDetails(order: EmailedOrder): EmailDetail[] {
	const dates = Object.values(statesAfterUnpaid).map(({ shortLabel, at }): EmailDetail => {
		const date = order[at];
		return [shortLabel, date ? formatUtcDay(date) : ""];
	});
	return [
		["Order", orderNumber(order.id)],
		...dates,
		["Reserved until", order.state === "unpaid" ? formatReservationEnd(order) : ""],
		["Tool", toOneLine(order.toolName)],
		["Pieces", formatPieces(order)],
		["Price per piece", formatCents(order.toolPriceCents)],
		[order.transactionId ? "Total paid" : "Total", formatCents(getTotalCents(order)), "large"],
		["Deliver to", shouldHideDelivery(order) ? "" : formatDelivery(order)],
		...getTrackingDetails(order),
		["Transaction", toOneLine(order.transactionId ?? "")],
	];
}

type SendConditions = {
	/** Whether the email address of the order's account is verified, or staff placed the order. */
	canBeEmailed: boolean;
	/** Whether a bank is processing a payment of the order. */
	isPaymentInProgress: boolean;
	/** Whether a card was charged for the order, even if the payment did not pay for it. */
	isCharged: boolean;
	now: Date;
};

/** Returns whether a queued email should still be sent, because the order may have changed since. */
export function shouldSend(
	kind: OrderEmailKind,
	order: Order,
	{ canBeEmailed, isPaymentInProgress, isCharged, now }: SendConditions,
): boolean {
	const { isStillTrue = () => true, onlyToVerified, saysNotCharged } = orderEmailTexts[kind];
	if (order.email === "" || (onlyToVerified && !canBeEmailed)) return false;
	if (saysNotCharged && isCharged) return false;
	return isStillTrue(order, now) && !(isPaymentInProgress && unpaidEmailKinds.includes(kind));
}

const note = `You are receiving this email because you ordered from ${shopName}. Reply to it if you have a question.`;

function writeAboutOne(kind: OrderEmailKind, order: EmailedOrder, origin: string): Email {
	const { writeOne, links } = orderEmailTexts[kind];
	const { subject, heading, text } = writeOne(order);
	const quantityAndTool = formatQuantityAndTool(order);
	const labelByPath = new Map<string, string>();
	for (const { text: label, getPath } of links) {
		const path = getPath(order);
		// A payment link both pays for and shows the order.
		if (path !== null && !labelByPath.has(path)) labelByPath.set(path, label);
	}
	const emailLinks = [...labelByPath].map(([path, label]) => ({
		text: label,
		href: new URL(path, origin).href,
	}));
	return writeEmail({
		to: order.email,
		subject: `${subject} ${orderNumber(order.id)}: ${quantityAndTool}`,
		preheader: `${quantityAndTool}, ${formatCents(getTotalCents(order))}`,
		heading,
		text,
		details: createDetails(order),
		links: emailLinks.map((link, index) => ({ ...link, isButton: index === 0 })),
		note,
	});
}

/** Returns the value that all orders share, or null if they differ. */
function getSharedValue(
	orders: EmailedOrder[],
	getText: (order: EmailedOrder) => string,
): string | null {
	const [value = "", ...others] = new Set(orders.map(getText));
	return others.length === 0 ? value : null;
}

/** Each value is null if the orders differ in it. */
type SharedValues = {
	until: string | null;
	delivery: string | null;
	paymentLinkPath: string | null;
};

/**
 * Finds the first link of an order.
 * @param linkOrderCount - how many orders in the email have the order's payment link
 */
function findLink(
	kind: OrderEmailKind,
	order: EmailedOrder,
	linkOrderCount: number,
	origin: string,
) {
	const links = [...orderEmailTexts[kind].links, viewOrder];
	const [link] = links.flatMap(({ text, getPath, getSharedText }) => {
		const path = getPath(order);
		if (path === null) return [];
		const isSharedLink = path === order.paymentLinkPath && linkOrderCount > 1;
		const label =
			getSharedText && isSharedLink ? getSharedText(formatCount(linkOrderCount, "order")) : text;
		return [{ text: label, path, href: new URL(path, origin).href }];
	});
	return link;
}

/**
 * Creates the list entry for one of several orders.
 * @param shared - values that the email shows once for all orders
 */
function createItem(
	kind: OrderEmailKind,
	order: EmailedOrder,
	orders: EmailedOrder[],
	origin: string,
	shared: SharedValues,
): EmailItem {
	const linkOrderCount = orders.filter(
		({ paymentLinkPath }) => paymentLinkPath === order.paymentLinkPath,
	).length;
	const link = findLink(kind, order, linkOrderCount, origin);
	const until =
		order.state === "unpaid" && shared.until === null ? formatReservationEnd(order) : "";
	const tracking = getTrackingDetails(order).map(([, value]) => value);
	const isTooLate = kind === "shipped" && hasShippedUnanswered(order);
	const isDeliveryShown = shared.delivery === null && !shouldHideDelivery(order);
	return {
		title: formatQuantityAndTool(order),
		value: formatCents(getTotalCents(order)),
		notes: [
			`Order ${orderNumber(order.id)}`,
			until && `reserved until ${until}`,
			tracking.filter(Boolean).join(" "),
			isTooLate ? "had already shipped, so we could not cancel it as you asked" : "",
			isDeliveryShown ? `to ${formatDelivery(order)}` : "",
		].filter(Boolean),
		link:
			!link || link.path === shared.paymentLinkPath ? null : { text: link.text, href: link.href },
	};
}

/** Creates a button for all orders, if one page shows them all. */
function createLinks(
	kind: OrderEmailKind,
	orders: EmailedOrder[],
	first: EmailedOrder,
	origin: string,
	shared: SharedValues,
) {
	if (shared.paymentLinkPath) {
		const href = new URL(shared.paymentLinkPath, origin).href;
		const link = orderEmailTexts[kind].links.includes(payOrder) ? payOrder : viewOrder;
		const text = link.getSharedText(formatCount(orders.length, "order"));
		return [{ text, href, isButton: true }];
	}
	if (orders.some(({ paymentLinkPath }) => paymentLinkPath)) return [];
	const isCanceled = orders.every(({ state }) => state === "cancelled");
	const path = isCanceled ? canceledOrdersPath : ownOrdersPath;
	const links = [{ text: "View your orders", href: new URL(path, origin).href, isButton: true }];
	const invoice = orderEmailTexts[kind].links.includes(printInvoice) && printInvoice.getPath(first);
	// The invoice of any order lists all orders that the same payment paid for.
	if (!invoice || !getSharedValue(orders, ({ transactionId }) => transactionId ?? "")) return links;
	return [
		...links,
		{ text: printInvoice.text, href: new URL(invoice, origin).href, isButton: false },
	];
}

/** Writes an email that lists the first 200 orders. */
function writeAboutMany(
	kind: OrderEmailKind,
	orders: EmailedOrder[],
	first: EmailedOrder,
	origin: string,
): Email {
	const shared = {
		until: getSharedValue(orders, formatReservationEnd),
		delivery: orders.some(shouldHideDelivery) ? null : getSharedValue(orders, formatDelivery),
		paymentLinkPath: getSharedValue(orders, ({ paymentLinkPath }) => paymentLinkPath ?? ""),
	};
	const { subject, heading, text } = orderEmailTexts[kind].writeMany(
		shared.until ?? separateTimesText,
		first,
	);
	const count = formatCount(orders.length, "order");
	const total = formatCents(orders.reduce((sum, order) => sum + getTotalCents(order), 0));
	const listedOrders = orders.slice(0, emailedOrdersMax);
	const unlistedCount = orders.length - listedOrders.length;
	const isPaid = orders.every(({ transactionId }) => transactionId !== null);
	return writeEmail({
		to: first.email,
		subject: `${subject} ${count}: ${orderNumber(first.id)} and ${formatInteger(orders.length - 1)} more`,
		preheader: `${count}, ${total}`,
		heading,
		text,
		details: [
			["Orders", formatInteger(orders.length)],
			[isPaid ? "Total paid" : "Total", total, "large"],
			["Deliver to", shared.delivery ?? ""],
		],
		items: listedOrders.map((order) => createItem(kind, order, orders, origin, shared)),
		...(unlistedCount > 0 && {
			more: `And ${formatInteger(unlistedCount)} more, listed under My Orders.`,
		}),
		links: createLinks(kind, orders, first, origin, shared),
		note,
	});
}

/**
 * Writes the email about an order, or one about several orders of a customer. The subject contains no text that a customer typed.
 * @param origin - the links' origin, such as `https://shop.example`
 */
export const writeOrderEmail = (
	kind: OrderEmailKind,
	[order, ...others]: [EmailedOrder, ...EmailedOrder[]],
	origin: string,
): Email =>
	others.length > 0
		? writeAboutMany(kind, [order, ...others], order, origin)
		: writeAboutOne(kind, order, origin);
