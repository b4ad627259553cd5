import { Hono } from "hono";
import type { AppEnv, SandboxContext } from "../../../sandbox/env.ts";
import { google } from "../../../sandbox/google/routes.ts";
import { Store } from "../../../sandbox/store.ts";
import { HttpExchangeRecorder } from "../../../sandbox/stripe/exchange-recorder.ts";
import { WebhookQueue } from "../../../sandbox/stripe/webhook-queue.ts";
import { createSqliteStorage } from "../sqlite-storage.ts";

const app = new Hono<AppEnv>().route("/__sandbox/google", google);

/**
 * Runs the Google mock in this process, without the rest of the sandbox.
 * @returns the binding with which the shop calls the mock
 */
export function createLocalGoogle(): Fetcher {
	const { sql, atomically } = createSqliteStorage();
	const unusedFetcher: Fetcher = {
		fetch: () => Promise.reject(new Error("The Google mock does not send requests.")),
		connect: () => {
			throw new Error("The Google mock does not open sockets.");
		},
	};
	const context: SandboxContext = {
		store: new Store(sql),
		deliveries: new WebhookQueue(sql),
		shop: unusedFetcher,
		webhookSecret: "",
		idempotencyKeysInFlight: new Set(),
		deliveriesInFlight: new Set(),
		recentCallTimes: [],
		recorder: new HttpExchangeRecorder(),
		atomically,
		scheduleAlarm: () => undefined,
	};
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
		app.fetch(new Request(input, init), context);
	return { ...unusedFetcher, fetch };
}
