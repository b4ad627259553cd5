import Stripe from "stripe";
import * as v from "valibot";
import { afterAll, beforeAll } from "vitest";
import { type Runtime, startRuntime } from "../../scripts/runtime/runtime.ts";
import { readSandbox, readSmallWorker, shopName } from "../../scripts/runtime/workers.ts";
import { saveTape } from "../../tests/support/save-tape.ts";

/** Miniflare and the bundles of two Workers have to start beside everything else that tests. */
const startTimeoutMs = 60_000;

let runtime: Runtime | null = null;

/** Starts the sandbox behind a stub of the shop, once for a test file. */
export function startSandbox(): void {
	beforeAll(async () => {
		const sandbox = await readSandbox();
		const stub = await readSmallWorker(shopName, "sandbox/testing/shop-stub.ts", {
			serviceBindings: { SANDBOX: sandbox.name },
		});
		runtime = await startRuntime({ workers: [stub, sandbox] });
	}, startTimeoutMs);
	afterAll(async () => {
		await saveTape((path) => call(path), "/stripe/tape.json");
		await runtime?.stop();
		runtime = null;
	});
}

/** Returns the addresses of the shop's stub and of the sandbox behind it. */
export function address(): string {
	if (!runtime)
		throw new Error("The sandbox runs only within tests of a file that has started it.");
	return runtime.url;
}

/** Calls the sandbox through the shop, as a browser would; `path` begins after `/__sandbox`. */
export async function call(path: string, init?: RequestInit): Promise<Response> {
	const headers = new Headers(init?.headers);
	// workerd closes a connection that was idle; Node would send on it all the same.
	headers.set("Connection", "close");
	return fetch(`${address()}/__sandbox${path}`, { ...init, headers });
}

/** Calls it with a JSON body. */
export function send(method: string, path: string, body: unknown): Promise<Response> {
	const headers = { "Content-Type": "application/json" };
	return call(path, { method, headers, body: JSON.stringify(body) });
}

/** Makes the official SDK talk to the sandbox, without retries unless requested. */
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

/** Returns the webhooks about an order that the shop got, each checked with the SDK, oldest first. */
export async function webhooksOf(order: string) {
	const response = await fetch(`${address()}/received`);
	const all = v.parse(webhooks, await response.json());
	return Promise.all(
		all
			.filter(({ body }) => body.includes(order))
			.map(({ body, signature }) =>
				makeStripe().webhooks.constructEventAsync(body, signature ?? "", "whsec_sandbox"),
			),
	);
}
