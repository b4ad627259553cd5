import { basketCalls } from "#contract/calls/basket.ts";
import { checkoutCalls } from "#contract/calls/checkouts.ts";
import { listCalls } from "#contract/calls/lists.ts";
import { orderCalls } from "#contract/calls/orders.ts";
import { quickOrderCalls } from "#contract/calls/quick-order.ts";
import { quoteCalls } from "#contract/calls/quotes.ts";
import type { InputCase } from "./input-case.ts";
import { getInvalidTexts, invalidEmails, invalidQuantities } from "./invalid-values.ts";

const getIsoDateInDays = (days: number) =>
	new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

export const orderInputs: InputCase[] = [
	{
		call: orderCalls.placeOrder,
		role: "shopper",
		path: () => "/orders",
		validBody: ({ product: { id }, accounts: { shopper } }) => ({
			toolId: id,
			email: shopper.email,
			quantity: 10,
			location: "1 Bay Road",
			phone: "555 0100",
		}),
		invalidValues: {
			toolId: getInvalidTexts({ maxLength: 128 }),
			email: invalidEmails,
			// The minimum order is 10, and 100 pieces are in stock.
			quantity: [...invalidQuantities, 0, 9, 101],
			location: getInvalidTexts({ maxLength: 300 }),
			phone: getInvalidTexts({ maxLength: 32 }),
		},
	},
	{
		call: basketCalls.setBasketLine,
		role: "shopper",
		path: ({ product: { id } }) => `/basket/lines/${id}`,
		validBody: () => ({ quantity: 10 }),
		invalidValues: { quantity: [...invalidQuantities, 0, 1_000_001] },
	},
	{
		call: listCalls.renameSavedList,
		role: "shopper",
		path: ({ list }) => `/lists/${list.id}`,
		validBody: () => ({ name: "Oil changes" }),
		invalidValues: { name: getInvalidTexts({ maxLength: 60 }) },
	},
	{
		call: listCalls.saveBasketAsList,
		role: "shopper",
		path: () => "/lists",
		validBody: () => ({ name: "Oil changes" }),
		invalidValues: { name: getInvalidTexts({ maxLength: 60 }) },
	},
	{
		call: quickOrderCalls.checkQuickOrder,
		role: "shopper",
		path: () => "/quick-order/lines",
		validBody: ({ product: { name } }) => ({ lines: [{ item: name, quantity: 12 }] }),
		invalidValues: { lines: [undefined, null, "", 7, {}, []] },
	},
	{
		call: checkoutCalls.placeOrders,
		role: "shopper",
		path: () => "/checkouts",
		validBody: ({ product: { id } }) => ({
			lines: [{ toolId: id, quantity: 10, price: 12.5 }],
			location: "1 Bay Road",
			phone: "555 0100",
		}),
		invalidValues: {
			lines: [undefined, null, "x", {}, []],
			location: getInvalidTexts({ maxLength: 300 }),
			phone: getInvalidTexts({ maxLength: 32 }),
		},
	},
	{
		call: checkoutCalls.startCheckoutPayment,
		role: "shopper",
		path: ({ checkoutId }) => `/checkouts/${checkoutId}/payment-intent`,
		validBody: () => ({ price: 150 }),
		invalidValues: { price: [undefined, null, "", "x", {}, -1, 1.234] },
	},
	{
		call: checkoutCalls.confirmCheckout,
		role: "shopper",
		path: ({ checkoutId }) => `/checkouts/${checkoutId}`,
		validBody: () => ({ transactionID: "pi_none" }),
		invalidValues: { transactionID: getInvalidTexts({ maxLength: 128 }) },
	},
	{
		call: orderCalls.addNote,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/notes`,
		validBody: () => ({ text: "Call before delivery" }),
		invalidValues: { text: getInvalidTexts({ maxLength: 2_000 }) },
	},
	{
		call: quoteCalls.requestQuote,
		role: "shopper",
		path: () => "/quotes",
		validBody: () => ({ tools: "Bar, 50", message: "Soon, please" }),
		invalidValues: {
			tools: [7, {}, "x".repeat(10_001)],
			message: [7, {}, "x".repeat(2_001)],
			company: [7, {}, "x".repeat(121)],
			phone: [7, {}, "x".repeat(33)],
			neededBy: [7, null, {}, "soon", "2026-02-31", "2020-01-01", "9999-12-31"],
		},
	},
	{
		call: quoteCalls.sendOffer,
		role: "admin",
		path: ({ quoteId }) => `/quotes/${quoteId}/offer`,
		validBody: ({ product: { id } }) => ({
			lines: [{ toolId: id, quantity: 10, price: 9.5 }],
			validUntil: getIsoDateInDays(10),
		}),
		invalidValues: {
			lines: [undefined, null, "x", {}, []],
			validUntil: [
				undefined,
				null,
				7,
				"",
				"soon",
				"2026-02-31",
				"2020-01-01",
				getIsoDateInDays(400),
			],
			note: [7, {}, "x".repeat(2_001)],
			revision: [null, {}, "x", -1, 1.5],
		},
	},
	{
		call: quoteCalls.acceptQuote,
		role: "shopper",
		path: ({ quoteId }) => `/quotes/${quoteId}/acceptance`,
		validBody: () => ({ location: "1 Bay Road", phone: "555 0100", revision: 1 }),
		invalidValues: {
			location: getInvalidTexts({ maxLength: 300 }),
			phone: getInvalidTexts({ maxLength: 32 }),
			revision: [undefined, null, {}, "x", -1, 1.5],
		},
	},
];
