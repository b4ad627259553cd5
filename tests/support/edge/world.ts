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
const unlimited: RateLimit = { limit: async () => ({ success: true }) };

/**
 * The built shop as Cloudflare would run it, in this process: Workers Cache in front of its Storefront, its database with
 * replicas that lag, a clock for the cache that only the test moves. Needs a build.
 */
export function createEdgeWorld() {
	const shop = loadBuiltShop();
	const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
	migrate(sqlite);
	const replicas = createLaggingD1(sqlite);
	const clock = createClock();
	const background = new Set<Promise<unknown>>();
	const bindings: Record<string, unknown> = {
		DB: replicas.d1,
		PICTURES: createMemoryBucket(),
		SANDBOX: createLocalGoogle(),
		EMAIL: { send: async () => undefined },
		SHOP_ORIGIN: origin,
		MAIL_FROM: "Torque Tool Depot <orders@torquetooldepot.example>",
	};
	// Rate limits have tests of their own; a real account has a binding for each.
	const env = new Proxy({} as Env, {
		get: (_, name: string) => (name.startsWith("LIMIT_") ? unlimited : bindings[name]),
	});

	function waitUntil(work: Promise<unknown>) {
		background.add(work);
		void work.then(
			() => background.delete(work),
			() => background.delete(work),
		);
	}
	const contextIn = (city: number): Context => ({
		waitUntil,
		passThroughOnException: () => undefined,
		props: {},
		exports: {
			Storefront: {
				fetch: (request) => cache.fetch(request, city),
				purge: (tags) => openStorefront(city).purge(tags),
			},
		},
		cache: { purge: (options) => cache.purge(options) },
	});
	const openStorefront = (city: number) => new shop.Storefront(contextIn(city), env);
	const cache = createWorkersCache(clock, (request) => openStorefront(0).fetch(request));

	/** Waits until everything is done that nobody waited for. */
	async function settle() {
		while (background.size > 0) await Promise.allSettled(background);
		await cache.settle();
		if (background.size > 0) await settle();
	}

	return {
		clock,
		cache,
		replicas,
		settle,
		/** For arranging and asserting: writes at the primary, and reads there. */
		db: connectDatabase({ DB: replicas.d1 }, replicas.d1),
		/** @param city near which the visitor is */
		ask: (request: Request, city = 0) => shop.default.fetch(request, env, contextIn(city)),
		/** A page as it is made now, past every cache. */
		make: (path: string) => openStorefront(0).fetch(new Request(`${origin}${path}`)),
		/** The cron, to its end. */
		async sweep() {
			const event = { scheduledTime: Date.now(), cron: "*/5 * * * *" };
			shop.default.scheduled(event, env, contextIn(0));
			await settle();
		},
		close: () => replicas.close(),
	};
}

export type EdgeWorld = ReturnType<typeof createEdgeWorld>;
