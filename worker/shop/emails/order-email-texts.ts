import { getTrackingUrl } from "#contract/carriers.ts";
import { formatUtcTime } from "#contract/dates.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import { awaitsShipment } from "#contract/order-states.ts";
import { invoicePath, orderAgainPath, orderPath, payOrderPath } from "#contract/shop.ts";
import type { Order } from "../orders/read.ts";
import { isPayableByLink } from "../orders/reservation.ts";
import { refundTimingText } from "./write-email.ts";

export const formatReservationEnd = ({ reservedUntil }: Order): string =>
	reservedUntil ? formatUtcTime(reservedUntil) : "";

const isReserved = ({ state, reservedUntil }: Order, now: Date): boolean =>
	state === "unpaid" && reservedUntil !== null && reservedUntil > now;

/**
 * `paymentLinkPath`: the path of the order's payment link, for customers who may have no account. Orders from the same checkout share it.
 * `shippedPieces`: set if the email is about the shipment. Pieces that were refunded before it do not count.
 */
export type EmailedOrder = Order & {
	paymentLinkPath?: string | null;
	shippedPieces?: number | undefined;
};

/**
 * A link in an email. `getPath` returns a path in the shop or a URL on another site; null if the order has no such link. The first link is a
 * button.
 */
type OrderLink = {
	text: string;
	getPath: (order: EmailedOrder) => string | null;
	/** Returns the text of a payment link for several orders. `orderCount` is formatted, such as "3 orders". */
	getSharedText?: (orderCount: string) => string;
};

export const viewOrder = {
	text: "View your order",
	getPath: ({ id, paymentLinkPath }) => paymentLinkPath ?? orderPath(id),
	getSharedText: (orderCount) => `View your ${orderCount}`,
} satisfies OrderLink;
export const payOrder = {
	text: "Pay for your order",
	getPath: ({ id, checkoutId, paymentLinkPath }) =>
		paymentLinkPath ?? payOrderPath({ id, checkoutId }),
	getSharedText: (orderCount) => `Pay for your ${orderCount}`,
} satisfies OrderLink;
const orderAgain: OrderLink = {
	text: "Order again",
	getPath: ({ id, productId, paymentLinkPath }) =>
		paymentLinkPath ? null : orderAgainPath(productId, id),
};
const trackShipment: OrderLink = { text: "Track your shipment", getPath: getTrackingUrl };
export const printInvoice: OrderLink = {
	text: "Print invoice",
	getPath: ({ id, paymentLinkPath }) => (paymentLinkPath ? null : invoicePath(id)),
};

const getOrderAgainText = ({ paymentLinkPath }: Pick<EmailedOrder, "paymentLinkPath">): string =>
	paymentLinkPath
		? "reply to this email, and we will take the order again."
		: "order them again: the order form is filled in for you.";

/** Whether the order shipped while its customer was waiting for an answer to a cancellation request. */
export const hasShippedUnanswered = (order: Order): boolean =>
	Boolean(order.shippedAt && order.cancellationRequestedAt && !order.cancellationDeclinedAt);

type EmailText = {
	/** Followed by the order's number and what was ordered, or by the number of orders. */
	subject: string;
	heading: string;
	text: string;
};

type OrderEmail = {
	writeOne: (order: EmailedOrder) => EmailText;
	/**
	 * Writes the text for several orders.
	 * @param until - the formatted time when their reservations end, `separateTimesText`, or "" if they do not end
	 * @param first - the first of the orders
	 */
	writeMany: (until: string, first: EmailedOrder) => EmailText;
	links: OrderLink[];
	/** Whether what a queued email says is still true when it is sent. By default, it always is. */
	isStillTrue?: (order: Order, now: Date) => boolean;
	/** Set if a customer can trigger the email without paying. Otherwise, anyone could have it sent to another person's address. */
	onlyToVerified?: true;
	isAboutShipment?: true;
	/** Set if the email says that the customer was not charged. It is not sent if a card was charged but the payment could not pay for the order. */
	saysNotCharged?: true;
};

const refundedText = `We refunded everything that you paid. ${refundTimingText}`;

/** Staff may have created the account, which nobody can log in to before choosing a password. */
const accountText =
	"to open it, log in, and choose a password with “forget Password?” there if you have none.";

/** Replaces the time if reservations end at different times. Each order in the list then shows its own. */
export const separateTimesText = "the time below";

export const orderEmailTexts: Record<OrderEmailKind, OrderEmail> = {
	placed: {
		writeOne: (order) => ({
			subject: "We received order",
			heading: "Your tools are reserved.",
			text: `We've reserved your pieces until ${formatReservationEnd(order)}, and will ship them after you pay. If you don't pay by then, we will cancel the order, and you will not be charged.`,
		}),
		writeMany: (until) => ({
			subject: "We received your",
			heading: "Your tools are reserved.",
			text: `We've reserved your pieces until ${until}, and will ship them after you pay. If you don't pay for an order by then, we will cancel it, and you will not be charged for it.`,
		}),
		links: [payOrder, viewOrder],
		isStillTrue: isReserved,
		onlyToVerified: true,
	},
	payment_link: {
		writeOne: (order) => ({
			subject: "Pay for order",
			heading: "Your tools are reserved.",
			text: `We took this order for you${order.reservedUntil ? `, and have reserved its pieces until ${formatReservationEnd(order)}` : ""}. Pay for it with the link below; you don't need an account. Anyone who has the link can pay for the order, so forward it only to those who should. The order is also in an account with this email: ${accountText}`,
		}),
		writeMany: (until) => ({
			subject: "Pay for your",
			heading: "Your tools are reserved.",
			text: `We took these orders for you${until && `, and have reserved their pieces until ${until}`}. You can pay for them all at once; you don't need an account. Anyone who has the payment link can pay, so forward it only to those who should. The orders are also in an account with this email: ${accountText}`,
		}),
		links: [payOrder],
		isStillTrue: isPayableByLink,
	},
	reminder: {
		writeOne: (order) => ({
			subject: "Not paid yet: order",
			heading: "Your order is not paid yet.",
			text: `We've reserved your pieces until ${formatReservationEnd(order)}. If you don't pay by then, we will cancel the order, and you will not be charged. If you no longer need it, you don't need to do anything.`,
		}),
		writeMany: (until) => ({
			subject: "Not paid yet:",
			heading: "Your orders are not paid yet.",
			text: `We've reserved your pieces until ${until}. If you don't pay for an order by then, we will cancel it, and you will not be charged for it. If you no longer need these orders, you don't need to do anything.`,
		}),
		links: [payOrder, viewOrder],
		isStillTrue: isReserved,
		onlyToVerified: true,
	},
	canceled: {
		writeOne: () => ({
			subject: "Canceled: order",
			heading: "We canceled your order.",
			text: "You have not been charged for it. If you did not expect this, reply to this email.",
		}),
		writeMany: () => ({
			subject: "Canceled:",
			heading: "We canceled these orders.",
			text: "You have not been charged for them. If you did not expect this, reply to this email.",
		}),
		links: [viewOrder],
		onlyToVerified: true,
		saysNotCharged: true,
	},
	expired: {
		writeOne: (order) => ({
			subject: "Canceled: order",
			heading: "We canceled your order.",
			text: `It was not paid in time, so its pieces are for sale again. You have not been charged. If you still need the tools, ${getOrderAgainText(order)}`,
		}),
		writeMany: (_, first) => ({
			subject: "Canceled:",
			heading: "We canceled these orders.",
			text: `They were not paid in time, so their pieces are for sale again. You have not been charged. If you still need the tools, ${getOrderAgainText(first)}`,
		}),
		links: [orderAgain, viewOrder],
		onlyToVerified: true,
		saysNotCharged: true,
	},
	refunded: {
		writeOne: () => ({
			subject: "Canceled and refunded: order",
			heading: "Your order is canceled and refunded.",
			text: `We canceled this order, and nothing will be shipped for it. ${refundedText}`,
		}),
		writeMany: () => ({
			subject: "Canceled and refunded:",
			heading: "Your orders are canceled and refunded.",
			text: `We canceled these orders, and nothing will be shipped for them. ${refundedText}`,
		}),
		links: [viewOrder],
	},
	receipt: {
		writeOne: () => ({
			subject: "Receipt for order",
			heading: "Your order is paid.",
			text: "Thank you. We're preparing your order and will email you when it ships.",
		}),
		writeMany: () => ({
			subject: "Receipt for",
			heading: "Your orders are paid.",
			text: "Thank you. We're preparing your orders and will email you when they ship.",
		}),
		links: [viewOrder, printInvoice],
		isStillTrue: ({ state }) => state !== "refunded",
	},
	shipped: {
		writeOne: (order) => ({
			subject: "On its way: order",
			heading: "Your order is on its way.",
			text: `Your tools have shipped to the address below.${hasShippedUnanswered(order) ? " You asked us to cancel this order, but it had already shipped, so we could not cancel it. If you have questions, reply to this email." : ""}`,
		}),
		writeMany: () => ({
			subject: "On their way:",
			heading: "Your orders are on their way.",
			text: "Your tools have shipped.",
		}),
		links: [trackShipment, viewOrder, printInvoice],
		isAboutShipment: true,
	},
	cancellation_declined: {
		writeOne: () => ({
			subject: "We cannot cancel order",
			heading: "We cannot cancel your order.",
			text: "You asked us to cancel this order, but it was too late to stop it. We will ship it as ordered, and email you when it is on its way. If you have questions, reply to this email.",
		}),
		writeMany: () => ({
			subject: "We cannot cancel",
			heading: "We cannot cancel these orders.",
			text: "You asked us to cancel them, but it was too late to stop them. We will ship them as ordered, and email you when they are on their way. If you have questions, reply to this email.",
		}),
		links: [viewOrder],
		isStillTrue: ({ state }) => awaitsShipment(state),
		isAboutShipment: true,
	},
	tracking: {
		writeOne: () => ({
			subject: "Tracking number of order",
			heading: "Track your order.",
			text: "This is the tracking number of your shipment. It replaces any number that we sent you before.",
		}),
		writeMany: () => ({
			subject: "Tracking numbers of",
			heading: "Track your orders.",
			text: "These are the tracking numbers of your shipments. They replace any numbers that we sent you before.",
		}),
		links: [trackShipment, viewOrder],
		isStillTrue: ({ trackingNumber }) => trackingNumber !== null,
		isAboutShipment: true,
	},
};
