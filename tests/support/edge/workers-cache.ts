import type { PurgeResult } from "#worker/shop/context.ts";
import { createPurgeLimit } from "./purge-limit.ts";
import { cachedResponseOf, createTier, type FetchResult } from "./tier.ts";

/** A clock that only a test moves; milliseconds. */
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

/** Headers that are part of the key, against cache poisoning ("Cache keys"). */
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

/** Cloudflare consumes these ("Workers Cache", response headers). */
const consumed = ["Cache-Tag", "Cloudflare-CDN-Cache-Control"];

/**
 * Workers Cache in front of one entrypoint, by Cloudflare's documentation of November 2026: two tiers, the key without
 * host and method but with the version, tags, purge limits, `stale-while-revalidate`, `stale-if-error`, `Vary`. What is
 * made during a purge is kept after it: nothing says otherwise.
 * @param run asks the entrypoint
 * @param cities data centers near visitors
 */
export function createWorkersCache(
	clock: Clock,
	run: (request: Request) => Promise<Response>,
	cities = 3,
) {
	const background = new Set<Promise<unknown>>();
	const limit = createPurgeLimit(clock.now);
	let [version, runs] = [1, 0];
	let hold: Promise<void> | undefined;
	let fault: Error | undefined;

	function later(work: Promise<unknown>) {
		background.add(work);
		void work.finally(() => background.delete(work));
	}

	async function ask(request: Request): Promise<FetchResult> {
		const requestedAt = clock.now();
		runs += 1;
		const answer = await run(new Request(request, { method: "GET" }));
		const body = await answer.arrayBuffer();
		const open = () => new Response(body.byteLength > 0 ? body : null, answer);
		await hold;
		const cached = cachedResponseOf(request, open, requestedAt);
		return { response: open(), cached, status: cached ? "MISS" : "BYPASS" };
	}

	const upper = createTier(clock.now, ask, later);
	const near = Array.from({ length: cities }, () =>
		createTier(clock.now, (request) => upper.fetch(keyOf(request), request), later),
	);

	function keyOf({ url, headers }: Request): string {
		const { pathname, search } = new URL(url);
		const poison = keyHeaders.map((name) => headers.get(name));
		return JSON.stringify([version, pathname + search, poison]);
	}

	return {
		/** @param city near which the visitor is */
		async fetch(request: Request, city = 0): Promise<Response> {
			if (request.method !== "GET" && request.method !== "HEAD") return run(request);
			const tier = near[city % cities];
			if (!tier) throw new Error("no such city");
			const { response, cached, status } = await tier.fetch(keyOf(request), request);
			const sent = new Response(request.method === "HEAD" ? null : response.body, response);
			for (const name of consumed) sent.headers.delete(name);
			sent.headers.set("Cf-Cache-Status", status);
			if (cached)
				sent.headers.set("Age", String(Math.floor((clock.now() - cached.requestedAt) / 1000)));
			return sent;
		},
		/** Of every version; refused without being thrown. */
		async purge({ tags = [], pathPrefixes = [], purgeEverything }: Purge): Promise<PurgeResult> {
			if (fault) throw fault;
			const refusal = limit.take(tags.length + pathPrefixes.length + (purgeEverything ? 1 : 0));
			if (refusal) return refusal;
			const wanted = new Set(tags.map((tag) => tag.toLowerCase()));
			for (const tier of [upper, ...near]) {
				tier.purge(
					(cached) =>
						purgeEverything === true ||
						cached.tags.some((tag) => wanted.has(tag)) ||
						pathPrefixes.some((prefix) => cached.path.startsWith(prefix)),
				);
			}
			return { success: true, errors: [] };
		},
		/** @param error that every purge throws from now on; undefined for none */
		failPurges(error: Error | undefined) {
			fault = error;
		},
		/** A version of its own finds an empty cache. */
		deploy() {
			version += 1;
		},
		/** Lets what is being made be kept only once the returned function is called. */
		holdFills(): () => void {
			let release = () => {};
			hold = new Promise((resolve) => {
				release = () => {
					hold = undefined;
					resolve();
				};
			});
			return () => release();
		},
		/** How often the Worker was asked. */
		runs: () => runs,
		/** How many addresses are kept behind all cities. */
		size: () => upper.size(),
		/** Waits until copies are refreshed that nobody waited for, unless they are held. */
		async settle() {
			while (background.size > 0 && !hold) await Promise.all(background);
		},
	};
}
