import { DurableObject } from "cloudflare:workers";
import { app } from "./app.ts";
import type { Env, SandboxContext } from "./env.ts";
import { Store } from "./store.ts";
import { clockMs } from "./stripe/clock.ts";
import { sendDelivery } from "./stripe/delivery.ts";
import { DeliveryQueue } from "./stripe/delivery-queue.ts";
import { nextDue, runDueTasks } from "./stripe/due.ts";
import { Tape } from "./stripe/tape.ts";

/** The memory of the sandbox: one object with SQLite storage, so a killed process forgets nothing. */
export class Sandbox extends DurableObject<Env> {
	readonly #context: SandboxContext;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#context = {
			store: new Store(ctx.storage.sql),
			deliveries: new DeliveryQueue(ctx.storage.sql),
			shop: env.SHOP,
			webhookSecret: env.STRIPE_WEBHOOK_SECRET,
			inFlight: new Set(),
			sending: new Set(),
			calls: [],
			tape: new Tape(),
			atomically: (work) => ctx.storage.transactionSync(work),
			// Put off until the transaction it is asked for in has ended.
			wake: () => ctx.waitUntil(Promise.resolve().then(() => this.#setAlarm())),
		};
		this.#context.deliveries.resume();
		this.#context.wake();
	}

	override fetch(request: Request): Response | Promise<Response> {
		return app.fetch(request, this.#context);
	}

	/** Starts what is due and does not wait for it: a slow receiver must not hold up the others. */
	override async alarm(): Promise<void> {
		runDueTasks(this.#context);
		for (const delivery of this.#context.deliveries.claim(clockMs(this.#context))) {
			this.ctx.waitUntil(sendDelivery(this.#context, delivery));
		}
		await this.#setAlarm();
	}

	async #setAlarm(): Promise<void> {
		const due = nextDue(this.#context);
		if (due !== null) await this.ctx.storage.setAlarm(due);
	}
}
