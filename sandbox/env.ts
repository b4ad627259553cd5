import type { Store } from "./store.ts";
import type { HttpExchangeRecorder } from "./stripe/exchange-recorder.ts";
import type { WebhookQueue } from "./stripe/webhook-queue.ts";

/** The bindings in `wrangler.toml`. */
export interface Env {
	STATE: DurableObjectNamespace;
	SHOP: Fetcher;
	STRIPE_WEBHOOK_SECRET: string;
}

/** The state that handlers share. The Durable Object creates it once and passes it to Hono as the bindings. */
export interface SandboxContext {
	store: Store;
	deliveries: WebhookQueue;
	shop: Fetcher;
	webhookSecret: string;
	/** Idempotency keys whose first request is still being processed. */
	idempotencyKeysInFlight: Set<string>;
	/** Webhook deliveries that are waiting for a response; the clock advances only after they end. */
	deliveriesInFlight: Set<Promise<number>>;
	/** Times of the latest calls to Stripe's API, in ms; recorded only while the account has a rate limit. */
	recentCallTimes: number[];
	/** Records the requests to Stripe's API and their responses. */
	recorder: HttpExchangeRecorder;
	/** Runs `work` in one transaction, which is rolled back if it throws. */
	atomically: <T>(work: () => T) => T;
	/** Schedules the next due webhook delivery or task, once the current transaction has ended. */
	scheduleAlarm: () => void;
}

/** The type parameter of every Hono app in the sandbox. */
export interface AppEnv {
	Bindings: SandboxContext;
}
