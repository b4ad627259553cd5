import type { Account } from "#contract/roles.ts";
import type { Database } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";

type Visitor = {
	address: string;
	/** The rate-limit key: the IPv4 address or the IPv6 network (worker/http/request-context.ts). */
	network: string;
	requestId: string;
	/** Such as "Firefox on Windows" (worker/http/device.ts). */
	device: string;
	/** ISO 3166-1 alpha-2; null if it is unknown. */
	country: string | null;
	sessionId: string | null;
	/** When the visitor signed in or last confirmed their identity; null without a session. */
	authenticatedAt: Date | null;
	/** Null if the request has no bearer token. */
	tokenExpiresAt: Date | null;
};

/** The context of one request (worker/http/request-context.ts), the first parameter of every use case. */
export type ShopContext = {
	db: Database;
	account: Account | null;
	env: Env;
	/** The shop's origin from wrangler.toml, because cached pages and emails must not depend on the `Host` header. */
	origin: string;
	visitor: Visitor;
	waitUntil(work: () => Promise<unknown>): void;
	edgeCache: EdgeCacheState;
	/** Purges the pages with these tags (cache-tags.ts) from the edge after the response. */
	purgeAfterResponse(tags: string[]): void;
};

/** Cloudflare reports a rejected purge here instead of throwing an error. */
export type PurgeResult = { success: boolean; errors: { code: number; message: string }[] };

/** The state of the edge cache for one request (docs/decisions/edge-cache.md). */
export type EdgeCacheState = {
	/** Tags of the pages that the request has made stale, purged together after the response. */
	tagsToPurge: Set<string>;
	/** Tags of content that the page shows but its URL does not identify, such as similar products. */
	extraTags: Set<string>;
	/** False for an empty page past the end of a list, because the number of such URLs is unlimited. */
	isCacheable: boolean;
	/** Accepts at most 100 tags. */
	purgeNow(tags: string[]): Promise<PurgeResult>;
};

export const createEdgeCacheState = (purgeNow: EdgeCacheState["purgeNow"]): EdgeCacheState => ({
	tagsToPurge: new Set(),
	extraTags: new Set(),
	isCacheable: true,
	purgeNow,
});

/** @param page - zero-based page of a list */
export function skipCacheIfPastEnd(
	{ edgeCache }: ShopContext,
	page: number,
	rows: readonly unknown[],
): void {
	if (page > 0 && rows.length === 0) edgeCache.isCacheable = false;
}

/** Returns a `ShopContext.purgeAfterResponse` that collects the tags to purge after the response. */
export const createTagCollector =
	({ tagsToPurge }: Pick<EdgeCacheState, "tagsToPurge">) =>
	(tags: string[]) => {
		for (const tag of tags) tagsToPurge.add(tag);
	};
