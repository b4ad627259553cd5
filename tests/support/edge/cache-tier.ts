import { type Lifetime, readLifetime } from "./cache-lifetime.ts";

export type CachedResponse = Lifetime & {
	createResponse: () => Response;
	/** When the Worker was called. A lower tier copies it from the upper tier, so the response's age does not start again at zero. */
	requestedAt: number;
	tags: string[];
	path: string;
	/** Each request header that the response's `Vary` names, with its value. */
	varyHeaders: [string, string | null][];
};

/** The result of a request to a tier; `cached` is null if the response must not be cached. */
export type FetchResult = { response: Response; cached: CachedResponse | null; status: string };

type Next = (request: Request) => Promise<FetchResult>;

const isError = ({ status }: Response) => status >= 500;

function readTags({ headers }: Response): string[] {
	const tags = (headers.get("Cache-Tag") ?? "").split(",").map((tag) => tag.trim());
	// Cloudflare silently drops tags that are longer than 1,024 characters or contain spaces or non-ASCII characters,
	// and all tags after the first 1,000.
	const validTags = tags.filter((tag) => /^[\x21-\x7e]{1,1024}$/.test(tag)).slice(0, 1000);
	return validTags.map((tag) => tag.toLowerCase());
}

/**
 * @param createResponse - returns a new copy of the response on each call
 * @returns null if the response must not be cached
 */
export function toCachedResponse(
	request: Request,
	createResponse: () => Response,
	requestedAt: number,
): CachedResponse | null {
	const response = createResponse();
	const lifetime = readLifetime(response);
	if (!lifetime) return null;
	// RFC 9111 §3.5
	const canCacheIfAuthorized = /\b(?:public|must-revalidate|s-maxage)\b/.test(
		response.headers.get("Cloudflare-CDN-Cache-Control") ??
			response.headers.get("Cache-Control") ??
			"",
	);
	if (request.headers.has("Authorization") && !canCacheIfAuthorized) return null;
	const varyNames = (response.headers.get("Vary") ?? "").split(",").map((name) => name.trim());
	const varyHeaders = varyNames
		.filter(Boolean)
		.map((name): [string, string | null] => [name, request.headers.get(name)]);
	const { pathname: path } = new URL(request.url);
	return { ...lifetime, createResponse, requestedAt, tags: readTags(response), path, varyHeaders };
}

/**
 * One tier of a tiered cache: the lower tier of one data center, or the upper tier that all lower tiers share.
 * @param now - returns the time in milliseconds
 * @param next - fetches from the upper tier or from the Worker
 * @param waitUntil - lets the work continue after the response, as `ctx.waitUntil` does
 */
export function createCacheTier(
	now: () => number,
	next: Next,
	waitUntil: (work: Promise<unknown>) => void,
) {
	const entries = new Map<string, CachedResponse[]>();
	const refreshingKeys = new Set<string>();

	const find = (key: string, { headers }: Request) =>
		entries
			.get(key)
			?.find(({ varyHeaders }) =>
				varyHeaders.every(([name, value]) => headers.get(name) === value),
			);

	function store(key: string, cached: CachedResponse) {
		const isSameVariant = (other: CachedResponse) =>
			JSON.stringify(other.varyHeaders) === JSON.stringify(cached.varyHeaders);
		entries.set(key, [
			...(entries.get(key) ?? []).filter((other) => !isSameVariant(other)),
			cached,
		]);
	}

	async function refresh(key: string, request: Request): Promise<FetchResult> {
		const fetchResult = await next(request);
		if (fetchResult.cached && !isError(fetchResult.response)) store(key, fetchResult.cached);
		else if (!isError(fetchResult.response)) entries.delete(key);
		return fetchResult;
	}

	function refreshInBackground(key: string, request: Request) {
		if (refreshingKeys.has(key)) return;
		refreshingKeys.add(key);
		waitUntil(
			refresh(key, request)
				.catch(() => undefined)
				.finally(() => refreshingKeys.delete(key)),
		);
	}

	return {
		async fetch(key: string, request: Request): Promise<FetchResult> {
			const cached = find(key, request);
			if (!cached) return refresh(key, request);
			const ageMs = now() - cached.requestedAt;
			const result = { response: cached.createResponse(), cached };
			if (ageMs < cached.freshMs) return { ...result, status: "HIT" };
			if (ageMs < cached.freshMs + cached.staleWhileRevalidateMs) {
				refreshInBackground(key, request);
				return { ...result, status: "UPDATING" };
			}
			const canServeStale = ageMs < cached.freshMs + cached.staleIfErrorMs;
			const refreshResult = await refresh(key, request).catch((error: unknown) => {
				if (canServeStale) return null;
				throw error;
			});
			const hasFailed = refreshResult === null || isError(refreshResult.response);
			if (hasFailed && canServeStale) return { ...result, status: "STALE" };
			return refreshResult ?? { ...result, status: "STALE" };
		},
		purge(matches: (cached: CachedResponse) => boolean) {
			for (const [key, variants] of entries) {
				// A purge removes all variants (Vary) of a URL.
				if (variants.some(matches)) entries.delete(key);
			}
		},
	};
}
