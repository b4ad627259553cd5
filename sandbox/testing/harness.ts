import Stripe from "stripe";
import * as v from "valibot";
import { afterAll, beforeAll } from "vitest";
import { createTestHarness } from "wrangler";

const server = createTestHarness({
	root: new URL("../..", import.meta.url).pathname,
	workers: [
		{
			config: {
				name: "torque-tool-depot",
				main: "./sandbox/testing/shop-stub.ts",
				compatibility_date: "2026-10-01",
				services: [{ binding: "SANDBOX", service: "torque-tool-depot-sandbox" }],
			},
		},
		{ configPath: "./sandbox/wrangler.toml" },
	],
});

/** Starts the sandbox behind a stub of the shop, once for a test file. */
export function startSandbox(): void {
	beforeAll(() => server.listen());
	afterAll(() => server.close());
}

/** Gives where the shop's stub, and the sandbox behind it, are reached. */
export async function address(): Promise<string> {
	return (await server.listen()).url.origin;
}

/** Calls the sandbox through the shop, as a browser would; `path` begins after `/__sandbox`. */
export async function call(path: string, init?: RequestInit): Promise<Response> {
	return fetch(`${await address()}/__sandbox${path}`, init);
}

/** Calls it with a JSON body. */
export function send(method: string, path: string, body: unknown): Promise<Response> {
	const headers = { "Content-Type": "application/json" };
	return call(path, { method, headers, body: JSON.stringify(body) });
}

/** Makes the official SDK talk to the sandbox, without retries unless told. */
export function makeStripe(maxNetworkRetries = 0): Stripe {
	return new Stripe("sk_test_sandbox", {
		maxNetworkRetries,
		httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) => {
			const { pathname, search } = new URL(input instanceof Request ? input.url : input);
			return call(`/stripe${pathname}${search}`, init);
		}),
	});
}

/** Makes the id of an order that no other test has. */
export function newOrder(): string {
	return `order-${crypto.randomUUID()}`;
}

const webhooks = v.array(v.object({ signature: v.nullable(v.string()), body: v.string() }));

/** Gives the webhooks about an order that the shop got, each checked with the SDK, oldest first. */
export async function webhooksOf(order: string) {
	const response = await fetch(`${await address()}/received`);
	const all = v.parse(webhooks, await response.json());
	return Promise.all(
		all
			.filter(({ body }) => body.includes(order))
			.map(({ body, signature }) =>
				makeStripe().webhooks.constructEventAsync(body, signature ?? "", "whsec_sandbox"),
			),
	);
}
