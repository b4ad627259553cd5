import { DurableObject } from "cloudflare:workers";
import { app } from "./app.ts";
import type { Env, SandboxContext } from "./env.ts";
import { Store } from "./store.ts";
import { nowMs } from "./stripe/clock.ts";
import { getNextDueMs, runDueTasks } from "./stripe/due-tasks.ts";
import { HttpExchangeRecorder } from "./stripe/exchange-recorder.ts";
import { sendDelivery } from "./stripe/send-webhook.ts";
import { WebhookQueue } from "./stripe/webhook-queue.ts";

/** Stores the data of all mocks in SQLite, so that nothing is lost if the process is killed, and sends webhooks when they are due. */
export class Sandbox extends DurableObject<Env> {
	readonly #context: SandboxContext;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#context = {
			store: new Store(ctx.storage.sql),
			deliveries: new WebhookQueue(ctx.storage.sql),
			shop: env.SHOP,
			webhookSecret: env.STRIPE_WEBHOOK_SECRET,
			idempotencyKeysInFlight: new Set(),
			deliveriesInFlight: new Set(),
			recentCallTimes: [],
			recorder: new HttpExchangeRecorder(),
			atomically: (work) => ctx.storage.transactionSync(work),
			// Transactions are synchronous, so by the time a promise's callback runs, the current transaction has ended.
			scheduleAlarm: () => ctx.waitUntil(Promise.resolve().then(() => this.#setAlarm())),
		};
		this.#context.deliveries.requeueInterrupted();
		this.#context.scheduleAlarm();
	}

	override fetch(request: Request): Response | Promise<Response> {
		return app.fetch(request, this.#context);
	}

	/** Runs due tasks and sends due webhooks. Does not wait for responses, because a slow one would delay the other webhooks. */
	override async alarm(): Promise<void> {
		runDueTasks(this.#context);
		for (const delivery of this.#context.deliveries.claimDue(nowMs(this.#context))) {
			this.ctx.waitUntil(sendDelivery(this.#context, delivery));
		}
		await this.#setAlarm();
	}

	async #setAlarm(): Promise<void> {
		const dueMs = getNextDueMs(this.#context);
		if (dueMs !== null) await this.ctx.storage.setAlarm(dueMs);
	}
}
