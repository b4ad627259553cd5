import type { Plugin } from "vite";

/** The parts of Stripe's API that worker/services calls, by the file in its SDK. */
const used = ["BalanceTransactions", "Disputes", "PaymentIntents", "Refunds"];

/** Handles events of API v2, which the shop does not use. */
const eventHandler = "StripeEventNotificationHandler";

/** The decimals and 64-bit integers of API v2, and the iterator over all pages of a list. The shop uses neither. */
const replacements: Record<string, string> = {
	Decimal: "export const Decimal = {};",
	V2Coercion:
		"export const coerceV2RequestData = (data) => data; export const coerceV2ResponseData = (data) => data;",
	autoPagination: "export const makeAutoPaginationMethods = () => ({});",
};

const modulePath = /\/node_modules\/stripe\/esm\/(?:resources\/)?(.+)\.js$/;

/** Leaves the parts of the API that the shop does not call out of Stripe's SDK: it has no entry for single ones. */
export const stripeResources: Plugin = {
	name: "stripe-resources",
	apply: "build",
	transform(code, id) {
		const [, name = ""] = modulePath.exec(id) ?? [];
		const replacement = replacements[name];
		if (replacement) return { code: replacement, map: null };
		const isResource = id.includes("/stripe/esm/resources/");
		if (name !== eventHandler && (!isResource || used.includes(name))) return null;
		const classes = [...code.matchAll(/^export class \w+/gm)].map(([text]) => `${text} {}`);
		return { code: classes.join("\n"), map: null };
	},
};
