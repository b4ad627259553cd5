import Stripe from "stripe";
import { parseForm } from "../../sandbox/stripe/form.ts";
import { createLocalStripe } from "../support/local-stripe.ts";
import type { Exchange } from "../support/stripe-schema.ts";

/** The SDK, and what it has asked and heard so far. */
export type Connection = {
	stripe: Stripe;
	/** The same account asked with another key. */
	withKey: (key: string) => Stripe;
	exchanges: Exchange[];
	/** Whether the last answer was one that had been given before under its idempotency key. */
	wasReplayed: () => boolean;
};

/** Calls of the API by method and path, for the schema. */
const operations: [string, RegExp, string][] = [
	["POST", /^payment_intents$/, "payment_intents.create"],
	["GET", /^payment_intents$/, "payment_intents.list"],
	["GET", /^payment_intents\/[^/]+$/, "payment_intents.retrieve"],
	["POST", /^payment_intents\/[^/]+$/, "payment_intents.update"],
	["POST", /^payment_intents\/[^/]+\/confirm$/, "payment_intents.confirm"],
	["POST", /^payment_intents\/[^/]+\/cancel$/, "payment_intents.cancel"],
	["POST", /^refunds$/, "refunds.create"],
	["GET", /^refunds$/, "refunds.list"],
	["GET", /^refunds\/[^/]+$/, "refunds.retrieve"],
	["POST", /^refunds\/[^/]+$/, "refunds.update"],
	["POST", /^refunds\/[^/]+\/cancel$/, "refunds.cancel"],
	["GET", /^charges\/[^/]+$/, "charges.retrieve"],
	["GET", /^disputes$/, "disputes.list"],
	["POST", /^disputes\/[^/]+\/close$/, "disputes.close"],
	["GET", /^balance_transactions\/[^/]+$/, "balance_transactions.retrieve"],
];

function operationOf(method: string, path: string): string {
	const found = operations.find(([verb, form]) => verb === method && form.test(path));
	return found?.[2] ?? `${method} ${path}`;
}

function connect(key: string, send: typeof fetch): Connection {
	const exchanges: Exchange[] = [];
	let replayed = false;
	async function record(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
		const request = new Request(input, init);
		const { pathname, search } = new URL(request.url);
		const asked = request.method === "GET" ? search : await request.clone().text();
		const response = await send(request);
		const body: unknown = await response.clone().json();
		replayed = response.headers.get("Idempotent-Replayed") === "true";
		exchanges.push({
			operation: operationOf(request.method, pathname.replace("/v1/", "")),
			browser: false,
			params: parseForm(asked.replace(/^\?/, "")),
			status: response.status,
			body,
		});
		return response;
	}
	const open = (as: string) =>
		new Stripe(as, { maxNetworkRetries: 0, httpClient: Stripe.createFetchHttpClient(record) });
	return { stripe: open(key), withKey: open, exchanges, wasReplayed: () => replayed };
}

/** @returns the Stripe mock, in this process and empty */
export function connectToSandbox(): Connection {
	const shop = createLocalStripe().createBinding(() => undefined);
	return connect("sk_test_sandbox", async (input, init) => {
		const request = new Request(input, init);
		const { pathname, search } = new URL(request.url);
		return shop.fetch(new Request(`http://sandbox/__sandbox/stripe${pathname}${search}`, request));
	});
}

/** @param key of Stripe's test mode @returns Stripe itself */
export const connectToStripe = (key: string): Connection => connect(key, fetch);
