import Stripe from "stripe";
import { parseForm } from "../../sandbox/stripe/form-encoding.ts";
import { createLocalStripe } from "../support/local-stripe.ts";
import type { Exchange } from "../support/stripe-schema.ts";

/** Stripe's SDK, connected to Stripe or to the Stripe mock, with a record of its requests and responses. */
export type Connection = {
	stripe: Stripe;
	/** Returns a client with another API key. */
	createClient: (key: string) => Stripe;
	exchanges: Exchange[];
	/** Returns whether the last response was replayed for a repeated idempotency key. */
	wasReplayed: () => boolean;
};

/** Method and path of each API call, and its name in Stripe's schema. */
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

function getOperation(method: string, path: string): string {
	const match = operations.find(
		([operationMethod, pattern]) => operationMethod === method && pattern.test(path),
	);
	return match?.[2] ?? `${method} ${path}`;
}

function connect(key: string, send: typeof fetch): Connection {
	const exchanges: Exchange[] = [];
	let wasReplayed = false;
	async function fetchAndRecord(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
		const request = new Request(input, init);
		const { pathname, search } = new URL(request.url);
		const encodedParams = request.method === "GET" ? search : await request.clone().text();
		const response = await send(request);
		const body: unknown = await response.clone().json();
		wasReplayed = response.headers.get("Idempotent-Replayed") === "true";
		exchanges.push({
			operation: getOperation(request.method, pathname.replace("/v1/", "")),
			isFromBrowser: false,
			params: parseForm(encodedParams.replace(/^\?/, "")),
			status: response.status,
			body,
		});
		return response;
	}
	const createClient = (apiKey: string) =>
		new Stripe(apiKey, {
			maxNetworkRetries: 0,
			httpClient: Stripe.createFetchHttpClient(fetchAndRecord),
		});
	return {
		stripe: createClient(key),
		createClient,
		exchanges,
		wasReplayed: () => wasReplayed,
	};
}

/** Connects to a new Stripe mock in this process. */
export function connectToStripeMock(): Connection {
	const binding = createLocalStripe().createBinding(() => undefined);
	return connect("sk_test_sandbox", async (input, init) => {
		const request = new Request(input, init);
		const { pathname, search } = new URL(request.url);
		return binding.fetch(
			new Request(`http://sandbox/__sandbox/stripe${pathname}${search}`, request),
		);
	});
}

/**
 * Connects to Stripe.
 * @param key - a test mode key
 */
export const connectToStripe = (key: string): Connection => connect(key, fetch);
