import type { Plugin } from "vite";

/** The resources of Stripe's API that worker/services calls, as properties of the client. */
export const usedResources = ["balanceTransactions", "disputes", "paymentIntents", "refunds"];

const client = /\/node_modules\/stripe\/esm\/stripe\.core\.js$/;

const resourceAssignment = /^ +this\.(\w+) = new \w+\(this\);\n/gm;

/** Files that the client imports, but the shop does not need: a handler of API v2 events, and the decimals of API v2. */
const removableFile =
	/\/node_modules\/stripe\/esm\/(?:StripeEventNotificationHandler|Decimal)\.js$/;

/** Removes unused resources from Stripe's SDK, because it has no entry points for individual resources. */
export const stripeResources: Plugin = {
	name: "stripe-resources",
	apply: "build",
	transform(source, id) {
		if (removableFile.test(id)) {
			const exports = [...source.matchAll(/^export (?:class \w+|const \w+ =(?= \{))/gm)];
			return { code: exports.map(([text]) => `${text} {}`).join("\n"), map: null };
		}
		if (!client.test(id)) return null;
		const code = source
			.replace("import * as resources from './resources.js';", "const resources = {};")
			.replaceAll(resourceAssignment, (line, name) => (usedResources.includes(name) ? line : ""));
		return { code, map: null };
	},
};
