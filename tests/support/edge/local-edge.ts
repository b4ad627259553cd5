import { DatabaseSync } from "node:sqlite";
import { connectDatabase } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { createLaggingD1 } from "../lagging-d1.ts";
import { migrate } from "../local-shop.ts";
import { type Context, loadBuiltShop } from "./built-shop.ts";
import { createLocalGoogle } from "./local-google.ts";
import { createMemoryBucket } from "./memory-bucket.ts";
import { createClock, createWorkersCache } from "./workers-cache.ts";

export const origin = "http://localhost:8787";
const unlimitedRate: RateLimit = { limit: async () => ({ success: true }) };

/**
 * Runs the built shop in this process as Cloudflare would: with a mock of Workers Cache in front of its Storefront, a
 * database with lagging replicas, and a clock for the cache that only the test advances. Needs a build.
 */
export function createLocalEdge() {
	const shop = loadBuiltShop();
	const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
	migrate(sqlite);
	const replicas = createLaggingD1(sqlite);
	const clock = createClock();
	const backgroundTasks = new Set<Promise<unknown>>();
	const bindings: Record<string, unknown> = {
		DB: replicas.d1,
		PICTURES: createMemoryBucket(),
		SANDBOX: createLocalGoogle(),
		EMAIL: { send: async () => undefined },
		SHOP_ORIGIN: origin,
		MAIL_FROM: "Torque Tool Depot <orders@torquetooldepot.example>",
	};
	// No request is limited here: rate limits are tested elsewhere.
	const env = new Proxy({} as Env, {
		get: (_, name: string) => (name.startsWith("LIMIT_") ? unlimitedRate : bindings[name]),
	});

	function waitUntil(work: Promise<unknown>) {
		backgroundTasks.add(work);
		void work.then(
			() => backgroundTasks.delete(work),
			() => backgroundTasks.delete(work),
		);
	}
	const createContext = (dataCenterIndex: number): Context => ({
		waitUntil,
		passThroughOnException: () => undefined,
		props: {},
		exports: {
			Storefront: {
				fetch: (request) => cache.fetch(request, dataCenterIndex),
				purge: (tags) => createStorefront(dataCenterIndex).purge(tags),
			},
		},
		cache: { purge: (options) => cache.purge(options) },
	});
	const createStorefront = (dataCenterIndex: number) =>
		new shop.Storefront(createContext(dataCenterIndex), env);
	const cache = createWorkersCache(clock, (request) => createStorefront(0).fetch(request));

	/** Waits for all background work. */
	async function settle() {
		while (backgroundTasks.size > 0) await Promise.allSettled(backgroundTasks);
		await cache.settle();
		if (backgroundTasks.size > 0) await settle();
	}

	return {
		clock,
		cache,
		replicas,
		settle,
		/** The primary database, for test data and assertions. */
		db: connectDatabase({ DB: replicas.d1 }, replicas.d1),
		/** @param dataCenterIndex - selects the data center near the visitor */
		sendRequest: (request: Request, dataCenterIndex = 0) =>
			shop.default.fetch(request, env, createContext(dataCenterIndex)),
		/** Renders a page without the cache. */
		renderUncached: (path: string) => createStorefront(0).fetch(new Request(`${origin}${path}`)),
		/** Runs the cron trigger and waits until its work is done. */
		async sweep() {
			const event = { scheduledTime: Date.now(), cron: "*/5 * * * *" };
			shop.default.scheduled(event, env, createContext(0));
			await settle();
		},
		close: () => replicas.close(),
	};
}

export type LocalEdge = ReturnType<typeof createLocalEdge>;
