import type { Store } from "./store.ts";
import type { DeliveryQueue } from "./stripe/delivery-queue.ts";
import type { Tape } from "./stripe/tape.ts";

/** Bindings of `wrangler.toml`. */
export interface Env {
	STATE: DurableObjectNamespace;
	SHOP: Fetcher;
	STRIPE_WEBHOOK_SECRET: string;
}

/** What a handler can access; made once by the Durable Object and passed to Hono as its bindings. */
export interface SandboxContext {
	store: Store;
	deliveries: DeliveryQueue;
	shop: Fetcher;
	webhookSecret: string;
	/** Idempotency keys whose first request has not been answered yet. */
	inFlight: Set<string>;
	/** Webhooks that are being sent: the clock is not moved while one waits for its answer. */
	sending: Set<Promise<number>>;
	/** When the last calls of Stripe's API came, in ms, while the account has a limit. */
	calls: number[];
	/** Requests to Stripe's API and their responses. */
	tape: Tape;
	/** Runs `work` in one transaction: all of its writes, or none when it throws. */
	atomically: <T>(work: () => T) => T;
	/** Has due webhook deliveries sent, after the current request's writes are durable. */
	wake: () => void;
}

/** Hono's type parameter for every app of the sandbox. */
export interface AppEnv {
	Bindings: SandboxContext;
}
