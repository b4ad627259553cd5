import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";

/** Bindings in wrangler.toml: LIMIT_20 allows 20 attempts per minute for each key. */
const rateLimits = {
	signup: "LIMIT_20",
	loginAccount: "LIMIT_10",
	loginNetwork: "LIMIT_60",
	secondFactor: "LIMIT_5",
	passkeyOptions: "LIMIT_60",
	forgotPasswordEmail: "LIMIT_3",
	forgotPasswordNetwork: "LIMIT_20",
	verifyEmail: "LIMIT_3",
	messageNetwork: "LIMIT_5",
	messageEmail: "LIMIT_3",
	subscribeNetwork: "LIMIT_10",
	subscribeEmail: "LIMIT_3",
	google: "LIMIT_30",
	token: "LIMIT_60",
	ownData: "LIMIT_5",
	basket: "LIMIT_120",
	quickOrder: "LIMIT_30",
	savedList: "LIMIT_60",
	sharedList: "LIMIT_60",
	order: "LIMIT_120",
	checkout: "LIMIT_20",
	/** Requests for quotes. */
	quote: "LIMIT_10",
	startPayment: "LIMIT_30",
	confirmPayment: "LIMIT_30",
	/** Per network: opening and paying by a payment link. */
	paymentLink: "LIMIT_60",
	/** Per staff member: placing orders for customers, who get an email for each. */
	placeOrdersForCustomer: "LIMIT_20",
	/** Per staff member: copying and emailing payment links. */
	createPaymentLink: "LIMIT_20",
	/** Per staff member: asking Stripe about the payments of an order. */
	checkPayment: "LIMIT_30",
	upload: "LIMIT_30",
	review: "LIMIT_10",
	stockAlert: "LIMIT_30",
} as const satisfies Record<string, keyof Env>;

/**
 * Counts one attempt.
 * @param key - an IP address or network, an email, or the id of an account
 * @throws ShopError 429
 */
export async function enforceRateLimit(env: Env, purpose: keyof typeof rateLimits, key: string) {
	const { success } = await env[rateLimits[purpose]].limit({ key: `${purpose}:${key}` });
	if (!success) throw new ShopError("rate_limited");
}
