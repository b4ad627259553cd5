import * as v from "valibot";
import { afterSchema } from "../schemas/after.ts";
import { deletedAnswer, insertedAnswer, modifiedAnswer } from "../schemas/answers.ts";
import { orderAnswer, orderSchema, settleSchema } from "../schemas/orders.ts";
import { paymentIntentSchema } from "../schemas/payments.ts";
import { defineCall } from "./call.ts";

export const orderCalls = {
	placeOrder: defineCall({
		method: "POST",
		path: "/orders",
		summary: "Place an order",
		note: "Takes the pieces from stock. Name and price are copied from the product, whatever toolName and toolPrice say; the email must be one's own.",
		who: "shopper",
		header: { name: "Idempotency-Key", note: "The same key twice is one order." },
		body: orderSchema,
		answer: insertedAnswer,
		refusals: ["missing", "conflict", "tooOften"],
	}),
	listOrdersOf: defineCall({
		method: "GET",
		path: "/orders/{email}",
		summary: "The orders of an account, newest first",
		note: "At most 500, and a Link header with rel=next when there are more.",
		who: "selfOrAdmin",
		query: afterSchema,
		answer: v.array(orderAnswer),
		revalidates: true,
	}),
	deleteOrder: defineCall({
		method: "DELETE",
		path: "/orders/{id}",
		summary: "Delete an unpaid order",
		note: "Gives its pieces back to the stock.",
		who: "ownerOrAdmin",
		answer: deletedAnswer,
		refusals: ["missing", "conflict", "unavailable"],
	}),
	listAllOrders: defineCall({
		method: "GET",
		path: "/allorders",
		summary: "All orders, newest first",
		note: "At most 500, and a Link header with rel=next when there are more.",
		who: "admin",
		query: afterSchema,
		answer: v.array(orderAnswer),
		revalidates: true,
	}),
	getOrder: defineCall({
		method: "GET",
		path: "/specificorders/{orderid}",
		summary: "One order",
		who: "ownerOrAdmin",
		answer: orderAnswer,
		refusals: ["missing"],
	}),
	startPayment: defineCall({
		method: "POST",
		path: "/create-payment-intent",
		summary: "Begin the card payment of an order",
		note: "price is the total of the order in dollars; it is compared, never charged. Without order it is the shopper's one unpaid order of that total.",
		who: "shopper",
		body: paymentIntentSchema,
		answer: v.object({ clientSecret: v.string() }),
		refusals: ["missing", "conflict", "tooOften", "unavailable"],
	}),
	confirmPayment: defineCall({
		method: "PATCH",
		path: "/orders/{id}",
		summary: "Say that an order is paid",
		note: "transactionID is Stripe's payment intent. The shop asks Stripe, and answers 402 unless it is truly paid.",
		who: "owner",
		body: settleSchema,
		answer: modifiedAnswer,
		refusals: ["unpaid", "missing", "tooOften", "unavailable"],
	}),
	shiftOrder: defineCall({
		method: "PATCH",
		path: "/shiftorders/{id}",
		summary: "Mark a paid order as shipped",
		who: "admin",
		answer: modifiedAnswer,
		refusals: ["missing", "conflict"],
	}),
};
