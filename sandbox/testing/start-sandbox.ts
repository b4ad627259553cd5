import Stripe from "stripe";
import * as v from "valibot";
import { afterAll, beforeAll } from "vitest";
import { type Runtime, startRuntime } from "../../scripts/runtime/runtime.ts";
import { bundleWorker, readSandbox, shopWorkerName } from "../../scripts/runtime/workers.ts";
import { saveExchanges } from "../../tests/support/recorded-exchanges.ts";

/** Long, because Miniflare bundles and starts two Workers while other tests run. */
const startTimeoutMs = 60_000;

let runtime: Runtime | null = null;

async function startSandboxRuntime(): Promise<void> {
	const sandbox = await readSandbox();
	const stub = await bundleWorker(shopWorkerName, "sandbox/testing/shop-stub.ts", {
		serviceBindings: { SANDBOX: sandbox.name },
	});
	runtime = await startRuntime({ workers: [stub, sandbox] });
}

/**
 * Starts an empty sandbox behind the shop stub for the tests of a file. Test files in the same Vitest worker share the
 * sandbox, which stops with the worker.
 */
export function startSandbox(): void {
	beforeAll(async () => {
		if (runtime) await callSandbox("/", { method: "DELETE" });
		else await startSandboxRuntime();
	}, startTimeoutMs);
	afterAll(() => saveExchanges(callSandbox, "/stripe/exchanges.json"));
}

/** Returns the origin of the shop stub, which forwards `/__sandbox/` to the sandbox. */
export function getShopOrigin(): string {
	if (!runtime) throw new Error("Call startSandbox() in the test file first.");
	return runtime.url;
}

/** Sends a request to the sandbox through the shop stub. `path` is the part after `/__sandbox`. */
export async function callSandbox(path: string, init?: RequestInit): Promise<Response> {
	const headers = new Headers(init?.headers);
	// Otherwise, Node may reuse an idle connection that workerd has just closed.
	headers.set("Connection", "close");
	return fetch(`${getShopOrigin()}/__sandbox${path}`, { ...init, headers });
}

/** Sends a request with a JSON body to the sandbox. */
export function sendJson(method: string, path: string, body: unknown): Promise<Response> {
	const headers = { "Content-Type": "application/json" };
	return callSandbox(path, { method, headers, body: JSON.stringify(body) });
}

/** Creates a client of Stripe's SDK that calls the Stripe mock. */
export function createStripe({ maxNetworkRetries = 0 } = {}): Stripe {
	return new Stripe("sk_test_sandbox", {
		maxNetworkRetries,
		httpClient: Stripe.createFetchHttpClient((input: RequestInfo | URL, init?: RequestInit) => {
			const { pathname, search } = new URL(input instanceof Request ? input.url : input);
			return callSandbox(`/stripe${pathname}${search}`, init);
		}),
	});
}

export function createOrderId(): string {
	return `order-${crypto.randomUUID()}`;
}

/** Creates an intent for a new order. */
export function createIntent(amount = 2599) {
	const metadata = { order: createOrderId() };
	return createStripe().paymentIntents.create({ amount, currency: "usd", metadata });
}

/** Creates an intent for a new order, and confirms it. */
export async function pay(method = "pm_card_visa") {
	const { id } = await createIntent();
	return createStripe().paymentIntents.confirm(id, { payment_method: method });
}

/** Returns the types of all events about an object, oldest first. */
export async function readEventTypes(objectId: string) {
	const { data } = await createStripe().events.list({ limit: 100 });
	return data
		.filter(({ data: { object } }) => JSON.stringify(object).includes(objectId))
		.map(({ type }) => type)
		.toReversed();
}

const webhooksSchema = v.array(v.object({ signature: v.nullable(v.string()), body: v.string() }));

/** Verifies the webhooks about an order that the shop stub received, and returns their events, oldest first. */
export async function readReceivedEvents(orderId: string) {
	const response = await fetch(`${getShopOrigin()}/received`);
	const webhooks = v.parse(webhooksSchema, await response.json());
	return Promise.all(
		webhooks
			.filter(({ body }) => body.includes(orderId))
			.map(({ body, signature }) =>
				createStripe().webhooks.constructEventAsync(body, signature ?? "", "whsec_sandbox"),
			),
	);
}
