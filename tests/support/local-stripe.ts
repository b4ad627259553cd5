import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv, SandboxContext } from "../../sandbox/env.ts";
import { Store } from "../../sandbox/store.ts";
import { HttpExchangeRecorder } from "../../sandbox/stripe/exchange-recorder.ts";
import { stripe } from "../../sandbox/stripe/routes/index.ts";
import { signPayload } from "../../sandbox/stripe/send-webhook.ts";
import { WebhookQueue } from "../../sandbox/stripe/webhook-queue.ts";
import { storeExchanges } from "./recorded-exchanges.ts";
import { createSqliteStorage } from "./sqlite-storage.ts";
import { createTestStripe } from "./stripe.ts";

const webhookSecret = "whsec_sandbox";
/** Shared by all tests of this process. `npm test` checks the exchanges when all tests have run. */
const recorder = new HttpExchangeRecorder((exchange) => storeExchanges([exchange]));
const app = new Hono<AppEnv>().route("/__sandbox/stripe", stripe);

const unavailableFetcher: Fetcher = {
	fetch: () =>
		Promise.reject(
			new Error("The Stripe mock does not send requests: tests deliver its webhooks."),
		),
	connect: () => {
		throw new Error("The Stripe mock does not open sockets.");
	},
};

const eventsSchema = v.object({
	events: v.array(v.looseObject({ deliveries: v.array(v.unknown()) })),
});

/** Creates an empty Stripe mock in this process. It sends no webhooks: tests deliver them with `readWebhooks`. */
export function createLocalStripe() {
	const { sql, atomically, beginTransaction } = createSqliteStorage();
	const context: SandboxContext = {
		store: new Store(sql),
		deliveries: new WebhookQueue(sql),
		shop: unavailableFetcher,
		webhookSecret,
		idempotencyKeysInFlight: new Set(),
		deliveriesInFlight: new Set(),
		recentCallTimes: [],
		recorder,
		atomically,
		scheduleAlarm: () => undefined,
	};
	const fetchStripe = async (request: Request) => app.fetch(request, context);
	const sandbox = (path: string, init?: RequestInit) =>
		fetchStripe(new Request(`http://sandbox${path}`, init));

	return {
		...createTestStripe({ sandbox }),
		beginTransaction,

		/** Returns all stored objects as text, so that tests can check that nothing changed. */
		readDocuments: () => JSON.stringify(sql.exec("SELECT kind, id, body FROM documents").toArray()),

		/**
		 * Creates the binding with which a shop calls this mock.
		 * @param onRequest - called before each request, with its method and path
		 */
		createBinding: (onRequest: (request: string) => Promise<void> | void): Fetcher => ({
			...unavailableFetcher,
			async fetch(input: RequestInfo | URL, init?: RequestInit) {
				const request = new Request(input, init);
				await onRequest(`${request.method} ${new URL(request.url).pathname}`);
				return fetchStripe(request);
			},
		}),

		/** Returns the signed webhooks about an order, oldest first. */
		async readWebhooks(orderId: string) {
			const response = await sandbox(`/__sandbox/stripe/ledger.json?order=${orderId}`);
			const { events } = v.parse(eventsSchema, await response.json());
			const subscribedEvents = events.filter(({ deliveries }) => deliveries.length > 0);
			return Promise.all(
				subscribedEvents.toReversed().map(async ({ deliveries: _, ...event }) => {
					const body = JSON.stringify(event);
					return { body, signature: await signPayload(body, [webhookSecret]) };
				}),
			);
		},
	};
}

export type LocalStripe = ReturnType<typeof createLocalStripe>;
