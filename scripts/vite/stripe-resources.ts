import type { Plugin } from "vite";

/** The parts of Stripe's API that worker/services calls, by the file in its SDK. */
const used = ["BalanceTransactions", "Disputes", "PaymentIntents", "Refunds"];

const resource = /\/node_modules\/stripe\/esm\/resources\/(.+)\.js$/;

/** Leaves the parts of the API that the shop does not call out of Stripe's SDK: it has no entry for single ones. */
export const stripeResources: Plugin = {
	name: "stripe-resources",
	apply: "build",
	transform(code, id) {
		const [, name = ""] = resource.exec(id) ?? [];
		if (name === "" || used.includes(name)) return null;
		const classes = [...code.matchAll(/^export class \w+/gm)].map(([text]) => `${text} {}`);
		return { code: classes.join("\n"), map: null };
	},
};
