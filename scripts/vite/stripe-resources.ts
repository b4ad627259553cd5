import type { Plugin } from "vite";

/** The resources of Stripe's API that worker/services calls, named like their files in the SDK. */
export const usedResources = ["BalanceTransactions", "Disputes", "PaymentIntents", "Refunds"];

/** Matches files that the shop may not need: the resources, a handler of API v2 events, and the decimals of API v2. */
const removableFile =
	/\/node_modules\/stripe\/esm\/(?:resources\/(.+)|StripeEventNotificationHandler|Decimal)\.js$/;

/** Removes unused resources from Stripe's SDK, because it has no entry points for individual resources. */
export const stripeResources: Plugin = {
	name: "stripe-resources",
	apply: "build",
	transform(code, id) {
		const match = removableFile.exec(id);
		if (!match || usedResources.includes(match[1] ?? "")) return null;
		const exports = [...code.matchAll(/^export (?:class \w+|const \w+ =(?= \{))/gm)];
		return { code: exports.map(([text]) => `${text} {}`).join("\n"), map: null };
	},
};
