import type { PurgeResult } from "#worker/shop/context.ts";
import { createCacheTier, type FetchResult, toCachedResponse } from "./cache-tier.ts";
import { createPurgeLimit } from "./purge-limit.ts";

/** A clock in milliseconds, which only the test advances. */
export type Clock = { now: () => number; advance: (ms: number) => void };

export function createClock(): Clock {
	let now = Date.UTC(2026, 10, 21);
	return {
		now: () => now,
		advance(ms) {
			now += ms;
		},
	};
}

type Purge = { tags?: string[]; pathPrefixes?: string[]; purgeEverything?: boolean };

/** The number of data centers near visitors. */
const dataCenterCount = 3;

/** Headers that are part of the cache key, to prevent cache poisoning (Cloudflare's documentation, "Cache keys"). */
const keyHeaders = [
	"x-http-method-override",
	"x-http-method",
	"x-method-override",
	"x-forwarded-host",
	"x-host",
	"x-forwarded-scheme",
	"x-original-url",
	"x-rewrite-url",
	"forwarded",
	"cloudflare-workers-version-key",
];

/** Headers that Cloudflare removes from responses (Cloudflare's Workers Cache documentation). */
const removedHeaders = ["Cache-Tag", "Cloudflare-CDN-Cache-Control"];

/**
 * Creates a mock of Workers Cache in front of an entrypoint, based on Cloudflare's documentation as of November 2026: two tiers,
 * a cache key with the version but without host and method, tags, purge limits, `stale-while-revalidate`,
 * `stale-if-error` and `Vary`. The documentation does not say whether a response that was requested before a purge is
 * stored after the purge; this mock stores it.
 * @param callWorker - sends a request to the entrypoint
 */
export function createWorkersCache(
	clock: Clock,
	callWorker: (request: Request) => Promise<Response>,
) {
	const backgroundTasks = new Set<Promise<unknown>>();
	const purgeLimit = createPurgeLimit(clock.now);
	let [version, workerCallCount] = [1, 0];
	let cachingDelay: Promise<void> | undefined;
	let purgeError: Error | undefined;

	function waitUntil(work: Promise<unknown>) {
		backgroundTasks.add(work);
		void work.finally(() => backgroundTasks.delete(work));
	}

	async function fetchFromWorker(request: Request): Promise<FetchResult> {
		const requestedAt = clock.now();
		workerCallCount += 1;
		const response = await callWorker(new Request(request, { method: "GET" }));
		const body = await response.arrayBuffer();
		const createResponse = () => new Response(body.byteLength > 0 ? body : null, response);
		await cachingDelay;
		const cached = toCachedResponse(request, createResponse, requestedAt);
		return { response: createResponse(), cached, status: cached ? "MISS" : "BYPASS" };
	}

	const upperTier = createCacheTier(clock.now, fetchFromWorker, waitUntil);
	const lowerTiers = Array.from({ length: dataCenterCount }, () =>
		createCacheTier(
			clock.now,
			(request) => upperTier.fetch(createCacheKey(request), request),
			waitUntil,
		),
	);

	function createCacheKey({ url, headers }: Request): string {
		const { pathname, search } = new URL(url);
		const headerValues = keyHeaders.map((name) => headers.get(name));
		return JSON.stringify([version, pathname + search, headerValues]);
	}

	return {
		/** @param dataCenterIndex - selects the data center near the visitor */
		async fetch(request: Request, dataCenterIndex = 0): Promise<Response> {
			if (request.method !== "GET" && request.method !== "HEAD") return callWorker(request);
			const tier = lowerTiers[dataCenterIndex % dataCenterCount];
			if (!tier) throw new Error(`There is no data center ${dataCenterIndex}.`);
			const result = await tier.fetch(createCacheKey(request), request);
			const { cached, status } = result;
			const body = request.method === "HEAD" ? null : result.response.body;
			const response = new Response(body, result.response);
			for (const name of removedHeaders) response.headers.delete(name);
			response.headers.set("Cf-Cache-Status", status);
			if (cached) {
				const ageSeconds = Math.floor((clock.now() - cached.requestedAt) / 1000);
				response.headers.set("Age", String(ageSeconds));
			}
			return response;
		},
		/** Purges cached responses of all versions. Returns a rejection, instead of throwing, if the rate limit is exceeded. */
		async purge({ tags = [], pathPrefixes = [], purgeEverything }: Purge): Promise<PurgeResult> {
			if (purgeError) throw purgeError;
			const rejection = purgeLimit.take(
				tags.length + pathPrefixes.length + (purgeEverything ? 1 : 0),
			);
			if (rejection) return rejection;
			const purgedTags = new Set(tags.map((tag) => tag.toLowerCase()));
			for (const tier of [upperTier, ...lowerTiers]) {
				tier.purge(
					(cached) =>
						purgeEverything === true ||
						cached.tags.some((tag) => purgedTags.has(tag)) ||
						pathPrefixes.some((prefix) => cached.path.startsWith(prefix)),
				);
			}
			return { success: true, errors: [] };
		},
		/** @param error - thrown by every later purge; undefined lets purges succeed again */
		failPurges(error: Error | undefined) {
			purgeError = error;
		},
		/** Deploys a new version of the Worker, which does not use the cached responses of the old one. */
		deploy() {
			version += 1;
		},
		/** Delays storing responses in the cache until the returned function is called. */
		delayCaching(): () => void {
			let release = () => {};
			cachingDelay = new Promise((resolve) => {
				release = () => {
					cachingDelay = undefined;
					resolve();
				};
			});
			return () => release();
		},
		countWorkerCalls: () => workerCallCount,
		/** Waits for background refreshes, unless `delayCaching` delays them. */
		async settle() {
			while (backgroundTasks.size > 0 && !cachingDelay) await Promise.all(backgroundTasks);
		},
	};
}
