import type { Plugin } from "vite";

/** The parts of Stripe's API that worker/services calls, by the file in its SDK. */
const used = ["BalanceTransactions", "Disputes", "PaymentIntents", "Refunds"];

/** The second handles events of a newer API, which the shop does not use. */
const part = /\/node_modules\/stripe\/esm\/(?:resources\/(.+)|StripeEventNotificationHandler)\.js$/;

/** Leaves the parts of the API that the shop does not call out of Stripe's SDK: it has no entry for single ones. */
export const stripeResources: Plugin = {
	name: "stripe-resources",
	apply: "build",
	transform(code, id) {
		const match = part.exec(id);
		if (!match || used.includes(match[1] ?? "")) return null;
		const classes = [...code.matchAll(/^export class \w+/gm)].map(([text]) => `${text} {}`);
		return { code: classes.join("\n"), map: null };
	},
};
