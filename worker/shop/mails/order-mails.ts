import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { OrderMailKind } from "#contract/order-states.ts";
import { invoicePath, orderNumber, orderPath, shopName } from "#contract/shop.ts";
import type { Mail } from "#worker/services/mail.ts";
import { type Order, totalCents } from "../orders/read.ts";
import { oneLine, writeMail } from "./letter.ts";
import type { Fact, Part } from "./part.ts";

const dayRow = (name: string, day: Date | null): Fact[] => (day ? [[name, formatDay(day)]] : []);

function factsOf(order: Order): Part {
	const { id, toolName, quantity, toolPriceCents, name, transactionId } = order;
	return {
		kind: "facts",
		rows: [
			["Order", orderNumber(id)],
			...dayRow("Paid", order.paidAt),
			...dayRow("Shipped", order.shippedAt),
			["Tool", oneLine(toolName)],
			["Pieces", formatWhole(quantity)],
			["Price per piece", formatCents(toolPriceCents)],
			["Total paid", formatCents(totalCents(order)), "loud"],
			["Deliver to", [name, ...deliveryLines(order)].map(oneLine).join(", ")],
			["Transaction", oneLine(transactionId ?? "")],
		],
	};
}

const words: Record<OrderMailKind, { subject: string; heading: string; next: string }> = {
	receipt: {
		subject: "Receipt for order",
		heading: "Your order is paid.",
		next: "Thank you. We are getting your tools ready and will write again when they leave.",
	},
	shipped: {
		subject: "On its way: order",
		heading: "Your order is on its way.",
		next: "Your tools have left our shelves and are on their way to the address below.",
	},
};

/**
 * What a customer reads when an order is paid, and when it has left. The subject holds nothing that somebody typed.
 * @param origin `https://host` that its links lead to
 */
export function orderMail(kind: OrderMailKind, order: Order, origin: string): Mail {
	const { subject, heading, next } = words[kind];
	const link = (path: string) => new URL(path, origin).href;
	return writeMail({
		to: order.email,
		subject: `${subject} ${orderNumber(order.id)}`,
		preheader: `${formatWhole(order.quantity)} × ${oneLine(order.toolName)}, ${formatCents(totalCents(order))}`,
		parts: [
			{ kind: "heading", text: heading },
			{ kind: "paragraph", text: next },
			factsOf(order),
			{ kind: "button", text: "See your order", href: link(orderPath(order.id)) },
			{ kind: "link", text: "Print the invoice", href: link(invoicePath(order.id)) },
			{ kind: "note", text: `You are receiving this email because you ordered from ${shopName}.` },
		],
	});
}
