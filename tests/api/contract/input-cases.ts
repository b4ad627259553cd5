import { accountCalls } from "#contract/calls/accounts.ts";
import { addressCalls } from "#contract/calls/addresses.ts";
import { basketCalls } from "#contract/calls/basket.ts";
import type { Call } from "#contract/calls/call.ts";
import { checkoutCalls } from "#contract/calls/checkouts.ts";
import { contactCalls } from "#contract/calls/contact.ts";
import { contentCalls } from "#contract/calls/content.ts";
import { importCalls } from "#contract/calls/imports.ts";
import { listCalls } from "#contract/calls/lists.ts";
import { orderCalls } from "#contract/calls/orders.ts";
import { passkeyCalls } from "#contract/calls/passkeys.ts";
import { paymentLinkCalls } from "#contract/calls/payment-links.ts";
import { paymentCalls } from "#contract/calls/payments.ts";
import { productCalls } from "#contract/calls/products.ts";
import { quickOrderCalls } from "#contract/calls/quick-order.ts";
import { quoteCalls } from "#contract/calls/quotes.ts";
import { shipmentCalls } from "#contract/calls/shipments.ts";
import { passwordLength } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { validPassword } from "../../support/passwords.ts";
import type { Fixture } from "./fixture.ts";
import {
	invalidEmails,
	invalidImages,
	invalidPasswords,
	invalidPrices,
	invalidQuantities,
	invalidTexts,
} from "./invalid-values.ts";
import { assertion, getShopperPasskeyPath, registration } from "./passkey-bodies.ts";

/** Rows that valid bodies name. */
export type NamedRows = {
	product: Pick<Fixture["product"], "id" | "name">;
	order: Pick<Fixture["order"], "id">;
	accounts: { shopper: Pick<Fixture["accounts"]["shopper"], "email"> };
};

type InputCase = {
	call: Call;
	role: "shopper" | "admin";
	path: (fixture: Fixture) => string;
	/** The fuzzer sends it too, with some fields replaced. */
	validBody: (rows: NamedRows) => Record<string, unknown>;
	/** By field. The rest of the request is valid. */
	invalidValues: Record<string, unknown[]>;
};

const formatDayFromNow = (days: number) =>
	new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const invalidProductValues = {
	decreption: invalidTexts(2_000),
	quantity: invalidQuantities,
	minimum: [...invalidQuantities, 0],
	price: invalidPrices,
	priceBreaks: [
		...["", null, 5, {}],
		Array.from({ length: 6 }, (_, index) => ({ quantity: 10 + index, price: 3 - index / 10 })),
	],
	orderMultiple: [0, -1, 1.5, "", null],
};
const invalidPasskeys = [null, "", 7, true];
const validProduct = { decreption: "Words.", quantity: 20, minimum: 2, price: 3.5 };

const validAddress = { label: "Barn", location: "2 Bay Road", phone: "555 0101" };
const invalidAddressValues = {
	label: invalidTexts(40),
	location: invalidTexts(300),
	phone: invalidTexts(32),
	company: [7, {}, "x".repeat(121)],
	vatNumber: [7, {}, "x".repeat(33), "DE12345678"],
};

/** Messages and the newsletter accept uppercase emails, and store them in lowercase. */
const invalidContactEmails = invalidEmails.filter((email) => email !== "Upper@example.com");

export const inputCases: InputCase[] = [
	{
		call: productCalls.addProduct,
		role: "admin",
		path: () => "/products",
		validBody: () => ({ ...validProduct, name: "Tool", img: "/pictures/torque-wrench-800.webp" }),
		invalidValues: { ...invalidProductValues, name: invalidTexts(120), img: invalidImages },
	},
	{
		call: productCalls.updateProduct,
		role: "admin",
		path: (fixture) => `/product/${fixture.product.id}`,
		validBody: () => validProduct,
		invalidValues: invalidProductValues,
	},
	{
		call: productCalls.changeProducts,
		role: "admin",
		path: () => "/products",
		validBody: ({ product }) => ({ changes: [{ id: product.id, price: 3.5 }] }),
		invalidValues: {
			changes: [undefined, null, "", {}, [], [{ id: "a" }, { id: "a" }]],
			note: ["x".repeat(201), 5],
		},
	},
	{
		call: productCalls.setStock,
		role: "admin",
		path: (fixture) => `/products/${fixture.product.id}`,
		validBody: () => ({ updatequantity: 5 }),
		invalidValues: { updatequantity: invalidQuantities },
	},
	{
		call: paymentCalls.refundOrder,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/refunds`,
		validBody: () => ({ pieces: 1, reason: "damaged" }),
		invalidValues: {
			pieces: [0, -1, 1.5, "", "one", null],
			reason: ["", "because", null],
			restock: ["yes", 1, null],
			note: ["x".repeat(501), 5],
		},
	},
	{
		call: paymentCalls.restockOrder,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/restock`,
		validBody: () => ({ pieces: 1 }),
		invalidValues: { pieces: [undefined, 0, -1, 1.5, "", "one", null] },
	},
	{
		call: productCalls.reorderDocuments,
		role: "admin",
		path: ({ product }) => `/products/${product.id}/documents`,
		validBody: () => ({ documents: [`${"a".repeat(64)}.pdf`] }),
		invalidValues: { documents: [undefined, null, "", {}, []] },
	},
	{
		call: contactCalls.sendMessage,
		role: "shopper",
		path: () => "/messages",
		validBody: () => ({ name: "Vera", email: "v@example.com", subject: "tool", message: "Hi" }),
		invalidValues: {
			name: invalidTexts(120),
			email: invalidContactEmails,
			subject: [undefined, null, "", "quote", 5],
			orderNumber: [5, "x".repeat(41)],
			message: invalidTexts(4_000),
		},
	},
	{
		call: contactCalls.markMessage,
		role: "admin",
		path: ({ messageId }) => `/messages/${messageId}`,
		validBody: () => ({ answered: true }),
		invalidValues: { answered: [undefined, null, "yes", 1] },
	},
	{
		call: contactCalls.subscribe,
		role: "shopper",
		path: () => "/subscriptions",
		validBody: () => ({ email: "v@example.com" }),
		invalidValues: { email: invalidContactEmails },
	},
	{
		call: contactCalls.removeSubscriber,
		role: "admin",
		path: () => "/subscriptions/remove",
		validBody: () => ({ email: "nobody@example.com" }),
		invalidValues: { email: invalidContactEmails },
	},
	...[contactCalls.confirmSubscription, contactCalls.unsubscribe].map(
		(call): InputCase => ({
			call,
			role: "shopper",
			path: () => call.path,
			validBody: () => ({ token: "a" }),
			invalidValues: { token: [undefined, null, "", 5, "x".repeat(65)] },
		}),
	),
	{
		call: importCalls.setImportColumns,
		role: "admin",
		path: ({ importId }) => `/imports/${importId}`,
		validBody: () => ({ columns: ["id", "price", ""] }),
		invalidValues: { columns: [undefined, null, "x", {}, [], Array(61).fill("")] },
	},
	{
		call: importCalls.applyImport,
		role: "admin",
		path: ({ importId }) => `/imports/${importId}/apply`,
		validBody: () => ({ check: "none" }),
		invalidValues: { check: [null, 7, {}, "", "x".repeat(129)] },
	},
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
			toolId: invalidTexts(128),
			email: invalidEmails,
			quantity: [...invalidQuantities, 0, 9, 101],
			location: invalidTexts(300),
			phone: invalidTexts(32),
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
		invalidValues: { name: invalidTexts(60) },
	},
	{
		call: listCalls.saveBasketAsList,
		role: "shopper",
		path: () => "/lists",
		validBody: () => ({ name: "Oil changes" }),
		invalidValues: { name: invalidTexts(60) },
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
			location: invalidTexts(300),
			phone: invalidTexts(32),
		},
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
		call: quoteCalls.answerQuote,
		role: "admin",
		path: ({ quoteId }) => `/quotes/${quoteId}/offer`,
		validBody: ({ product: { id } }) => ({
			lines: [{ toolId: id, quantity: 10, price: 9.5 }],
			validUntil: formatDayFromNow(10),
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
				formatDayFromNow(400),
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
			location: invalidTexts(300),
			phone: invalidTexts(32),
			revision: [undefined, null, {}, "x", -1, 1.5],
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
		invalidValues: { transactionID: invalidTexts(128) },
	},
	{
		call: paymentCalls.confirmPayment,
		role: "shopper",
		path: ({ order }) => `/orders/${order.id}`,
		validBody: ({ order }) => ({ order: order.id, transactionID: "pi_none" }),
		invalidValues: {
			order: [null, "", 7, {}, "000000000000000000000000", "x".repeat(129)],
			transactionID: invalidTexts(128),
		},
	},
	{
		call: shipmentCalls.saveShipment,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/shipment`,
		validBody: () => ({ carrier: "UPS", trackingNumber: "1Z999" }),
		invalidValues: {
			carrier: [7, true, {}, [], "x".repeat(41)],
			trackingNumber: ["", " ", null, undefined, 7, true, {}, "über", "1\u00002", "x".repeat(65)],
		},
	},
	{
		call: orderCalls.addNote,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/notes`,
		validBody: () => ({ text: "Call before delivery" }),
		invalidValues: { text: invalidTexts(2_000) },
	},
	{
		call: shipmentCalls.shipMany,
		role: "admin",
		path: () => "/shipments",
		validBody: ({ order }) => ({ shipments: [{ order: order.id }] }),
		invalidValues: {
			shipments: [undefined, null, 7, "", {}],
			dryRun: [null, 7, "yes", {}],
		},
	},
	{
		call: paymentLinkCalls.placeOrdersForCustomer,
		role: "admin",
		path: () => "/customer-orders",
		validBody: ({ product }) => ({
			email: "new@example.com",
			name: "Ann New",
			location: "1 Bay Road",
			phone: "555 0100",
			lines: [{ toolId: product.id, quantity: 10 }],
		}),
		invalidValues: {
			email: [undefined, null, "", 7, "nobody", "a@b", `${"x".repeat(250)}@example.com`],
			name: ["", 7, {}, "x".repeat(121)],
			lines: [undefined, null, "", []],
			location: invalidTexts(300),
			phone: invalidTexts(32),
		},
	},
	{
		call: paymentLinkCalls.createPaymentLink,
		role: "admin",
		path: ({ order }) => `/orders/${order.id}/payment-links`,
		validBody: () => ({ email: false }),
		invalidValues: { email: [null, "yes", 1, {}] },
	},
	{
		call: paymentLinkCalls.startLinkPayment,
		role: "shopper",
		path: () => `/payment-links/${"a".repeat(32)}/intent`,
		validBody: () => ({ price: 150 }),
		invalidValues: { price: [undefined, null, "", "free", {}, -1, 1.999, 1e21] },
	},
	{
		call: paymentLinkCalls.confirmLinkPayment,
		role: "shopper",
		path: () => `/payment-links/${"a".repeat(32)}`,
		validBody: () => ({ transactionID: "pi_1" }),
		invalidValues: { transactionID: [undefined, null, "", 7, {}, "x".repeat(129)] },
	},
	{
		call: paymentCalls.startPayment,
		role: "shopper",
		path: () => "/create-payment-intent",
		validBody: ({ order }) => ({ price: 150, order: order.id }),
		invalidValues: {
			price: [undefined, null, "", "free", {}, -1, 1.999, 1e21],
			order: [null, "", 7, {}, "x".repeat(129)],
		},
	},
	{
		call: accountCalls.updateProfile,
		role: "shopper",
		path: ({ accounts }) => `/userinfo/${accounts.shopper.email}`,
		validBody: () => ({ img: "/pictures/people/tom.svg", phone: "555 0100" }),
		invalidValues: { img: invalidImages, phone: invalidTexts(32) },
	},
	{
		call: addressCalls.addAddress,
		role: "shopper",
		path: () => "/addresses",
		validBody: () => ({ ...validAddress, label: createId() }),
		invalidValues: invalidAddressValues,
	},
	{
		call: addressCalls.updateAddress,
		role: "shopper",
		path: ({ addressId }) => `/addresses/${addressId}`,
		validBody: () => validAddress,
		invalidValues: invalidAddressValues,
	},
	{
		call: accountCalls.setRole,
		role: "admin",
		path: ({ accounts }) => `/users/${accounts.shopper.email}/role`,
		validBody: () => ({ role: "support" }),
		invalidValues: { role: [undefined, null, "", 7, {}, "owner", "Admin", "__proto__"] },
	},
	{
		call: accountCalls.completeSignIn,
		role: "admin",
		path: () => "/auth/second-factor",
		validBody: () => ({ code: "123456" }),
		invalidValues: { code: invalidTexts(128) },
	},
	{
		call: accountCalls.confirmIdentity,
		role: "admin",
		path: () => "/auth/confirm",
		validBody: () => ({ password: validPassword }),
		invalidValues: {
			password: [null, 7, {}, "x".repeat(passwordLength.max + 1)],
			code: ["", null, 7, {}],
			passkey: invalidPasskeys,
		},
	},
	{
		call: passkeyCalls.signInWithPasskey,
		role: "shopper",
		path: () => "/auth/passkey",
		validBody: () => ({ passkey: assertion }),
		invalidValues: { passkey: [undefined, ...invalidPasskeys] },
	},
	{
		call: passkeyCalls.addPasskey,
		role: "shopper",
		path: () => "/passkeys",
		validBody: () => ({ passkey: registration }),
		invalidValues: { passkey: [undefined, ...invalidPasskeys], name: ["", " ", 7, "x".repeat(61)] },
	},
	{
		call: passkeyCalls.renamePasskey,
		role: "shopper",
		path: getShopperPasskeyPath,
		validBody: () => ({ name: "Phone" }),
		invalidValues: { name: invalidTexts(60) },
	},
	{
		call: accountCalls.confirmSecondFactor,
		role: "admin",
		path: () => "/second-factor/confirm",
		validBody: () => ({ code: "123456" }),
		invalidValues: { code: invalidTexts(128) },
	},
	...[
		accountCalls.startSecondFactor,
		accountCalls.renewRecoveryCodes,
		accountCalls.removeSecondFactor,
	].map(
		(call): InputCase => ({
			call,
			role: "admin",
			path: () => call.path,
			validBody: () => ({ password: validPassword }),
			invalidValues: { password: [null, 7, {}, "x".repeat(passwordLength.max + 1)] },
		}),
	),
	{
		call: accountCalls.signup,
		role: "shopper",
		path: () => "/auth/signup",
		validBody: ({ order }) => ({
			name: "New",
			email: `${order.id}@example.com`,
			password: validPassword,
		}),
		invalidValues: { name: invalidTexts(120), email: invalidEmails, password: invalidPasswords },
	},
	{
		call: accountCalls.login,
		role: "shopper",
		path: () => "/auth/login",
		validBody: ({ accounts }) => ({ email: accounts.shopper.email, password: validPassword }),
		invalidValues: { email: invalidEmails, password: invalidPasswords },
	},
	{
		call: accountCalls.forgotPassword,
		role: "shopper",
		path: () => "/auth/forgot",
		validBody: ({ accounts }) => ({ email: accounts.shopper.email }),
		invalidValues: { email: invalidEmails },
	},
	{
		call: accountCalls.resetPassword,
		role: "shopper",
		path: () => "/auth/reset",
		validBody: () => ({ token: "unknown", password: validPassword }),
		invalidValues: {
			token: [undefined, null, "", 7, {}, "unknown", "x".repeat(129)],
			password: invalidPasswords,
		},
	},
	{
		call: contentCalls.addReview,
		role: "shopper",
		path: () => "/review",
		validBody: () => ({ review: "Solid.", ratings: "5", img: "/pictures/people/tom.svg" }),
		invalidValues: {
			review: invalidTexts(2_000),
			ratings: [undefined, null, "", "  ", {}, true, "x".repeat(33)],
			img: invalidImages,
		},
	},
];
