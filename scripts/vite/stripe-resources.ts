import type { Plugin } from "vite";

/** The resources of Stripe's API that worker/services calls, named like their files in the SDK. */
const used = ["BalanceTransactions", "Disputes", "PaymentIntents", "Refunds"];

/** The other file handles events of API v2, which the shop does not use. */
const part = /\/node_modules\/stripe\/esm\/(?:resources\/(.+)|StripeEventNotificationHandler)\.js$/;

/** Removes the resources that the shop does not call from Stripe's SDK, which has no entry points for individual resources. */
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
