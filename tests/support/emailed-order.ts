import { mapDeliveryFields } from "#contract/delivery.ts";
import type { Order } from "#worker/shop/orders/read.ts";
import { unsetOrderTimes } from "./orders.ts";

export const origin = "https://shop.example";

/** A paid order. */
export const paidOrder: Order = {
	...unsetOrderTimes,
	cancelReason: null,
	reservedUntil: null,
	cancellationRequestedAt: null,
	cancellationDeclinedAt: null,
	checkoutId: null,
	...mapDeliveryFields(() => ""),
	id: "0123456789abcdef01234567",
	userId: "u",
	productId: "p",
	toolName: "Torque wrench",
	toolPartNumber: "TTD-1101",
	toolPriceCents: 12_999,
	quantity: 1_200,
	name: "Ada Lovelace",
	email: "ada@example.com",
	location: "1 Long Lane, London",
	phone: "+44 20 7946 0000",
	transactionId: "pi_1",
	createdAt: new Date("2026-11-19T08:00:00Z"),
	paidAt: new Date("2026-11-20T08:00:00Z"),
	carrier: null,
	trackingNumber: null,
	state: "paid",
};

export const unpaidOrder: Order = {
	...paidOrder,
	state: "unpaid",
	paidAt: null,
	transactionId: null,
	reservedUntil: new Date("2026-11-21T08:30:00Z"),
};

/** Returns the labels of the buttons in the HTML of an email. */
export const listButtons = (html: string) =>
	Array.from(html.matchAll(/<a [^>]*inline-block[^>]*>(.*?)<\/a>/g), ([, label]) => label);
