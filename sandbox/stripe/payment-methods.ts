import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import { findTestCard, getBrand, passesLuhn, testCards } from "./cards.ts";
import { nowSeconds } from "./clock.ts";
import { resourceMissing, StripeError } from "./errors.ts";
import { integer } from "./form-encoding.ts";
import { createId } from "./ids.ts";
import {
	type BillingDetails,
	type MethodType,
	type PaymentMethod,
	paymentMethods,
} from "./objects.ts";

const text = v.pipe(v.string(), v.maxLength(500));

/**
 * The parameters of a new payment method (docs.stripe.com/api/payment_methods/create). For Link, Stripe.js uses undocumented
 * parameters; here, `card` is the card in the Link account.
 */
export const paymentMethodParams = v.strictObject({
	type: v.picklist(["card", "link"]),
	card: v.strictObject({
		number: v.pipe(
			v.string(),
			v.transform((number) => number.replaceAll(/[\s-]/g, "")),
		),
		exp_month: integer,
		exp_year: integer,
		cvc: v.optional(v.string()),
	}),
	billing_details: v.optional(
		v.strictObject({
			name: v.optional(text),
			email: v.optional(text),
			phone: v.optional(text),
			address: v.optional(v.record(v.string(), text)),
		}),
	),
	metadata: v.optional(v.record(v.string(), text)),
});

/** The email of the customer's Link account, which may differ from the email of the shop account. */
export const linkAccountEmail = "payer@link.example";

type Params = v.InferOutput<typeof paymentMethodParams>;

/**
 * Creates a payment method. Stores only the last four digits of the card number.
 * @throws StripeError 402 for an invalid number, expiration date or security code
 */
export function createPaymentMethod(context: SandboxContext, params: Params): PaymentMethod {
	const { number, exp_month, exp_year, cvc } = params.card;
	const year = exp_year < 100 ? exp_year + 2000 : exp_year;
	checkCard(number, exp_month, year, cvc);
	const linkEmail = params.type === "link" ? linkAccountEmail : null;
	return savePaymentMethod(context, params.type, number, exp_month, year, {
		address: params.billing_details?.address ?? null,
		email: params.billing_details?.email ?? linkEmail,
		name: params.billing_details?.name ?? null,
		phone: params.billing_details?.phone ?? null,
	});
}

/**
 * Returns the payment method. If `id` is the alias of a test card, such as `pm_card_visa`, creates a payment method for it.
 * @throws StripeError 404 if there is no such payment method or test card
 */
export function requirePaymentMethod(context: SandboxContext, id: string): PaymentMethod {
	const stored = context.store.get(paymentMethods, id);
	if (stored) return stored;
	const card = testCards.find(({ alias }) => alias === id);
	if (!card) throw resourceMissing("PaymentMethod", id, "payment_method");
	const noDetails = { address: null, email: null, name: null, phone: null };
	return savePaymentMethod(
		context,
		"card",
		card.number,
		12,
		new Date().getUTCFullYear() + 2,
		noDetails,
	);
}

function savePaymentMethod(
	context: SandboxContext,
	type: MethodType,
	number: string,
	month: number,
	year: number,
	billing: BillingDetails,
): PaymentMethod {
	const id = createId("pm");
	return context.store.put(paymentMethods, id, {
		id,
		type,
		billing_details: billing,
		card: {
			brand: getBrand(number),
			country: "US",
			exp_month: month,
			exp_year: year,
			funding: "credit",
			last4: number.slice(-4),
		},
		created: nowSeconds(context),
		metadata: {},
		testCard: findTestCard(number).alias,
	});
}

function checkCard(number: string, month: number, year: number, cvc: string | undefined): void {
	const now = new Date();
	const thisYear = now.getUTCFullYear();
	if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
		throw cardError("number", "incorrect_number", "Your card number is incorrect.");
	}
	if (month < 1 || month > 12) {
		throw cardError(
			"exp_month",
			"invalid_expiry_month",
			"Your card's expiration month is invalid.",
		);
	}
	if (year < thisYear || year > thisYear + 50) {
		throw cardError("exp_year", "invalid_expiry_year", "Your card's expiration year is invalid.");
	}
	if (year === thisYear && month < now.getUTCMonth() + 1) {
		throw cardError(
			"exp_month",
			"invalid_expiry_month",
			"Your card's expiration month is invalid.",
		);
	}
	const cvcPattern = getBrand(number) === "amex" ? /^\d{3,4}$/ : /^\d{3}$/;
	if (cvc !== undefined && !cvcPattern.test(cvc)) {
		throw cardError("cvc", "invalid_cvc", "Your card's security code is invalid.");
	}
}

function cardError(param: string, code: string, message: string): StripeError {
	return new StripeError(402, { type: "card_error", code, message, param });
}
