import type { Account } from "#contract/roles.ts";
import type { Database } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";

/** The sender of the request, signed in or not. `address` and `request`, its id, are for the log. */
type Visitor = {
	address: string;
	/** The address or network that rate limits count (worker/http/request-context.ts). */
	network: string;
	request: string;
	sessionId: string | null;
	/** Null if the request has no bearer token. */
	tokenExpiresAt: Date | null;
};

/** What use cases work with; created for each request (worker/http/request-context.ts). */
export type Shop = {
	db: Database;
	account: Account | null;
	env: Env;
	/** The shop's origin from wrangler.toml, because cached pages and emails must not depend on the `Host` header. */
	origin: string;
	visitor: Visitor;
	/** Starts work that may go on after the response. */
	waitUntil(work: () => Promise<unknown>): void;
	edge: Edge;
	/** Purges the pages with these tags (cache-tags.ts) from the edge after the response. */
	purge(tags: string[]): void;
};

/** Cloudflare rejects a purge by `success: false`, without throwing ("Purging the cache"). */
export type PurgeResult = { success: boolean; errors: { code: number; message: string }[] };

/** What one request shares with the edge cache, which holds the public pages (docs/decisions/edge-cache.md). */
export type Edge = {
	/** Tags of the pages that the request has made stale, purged together after the response. */
	tagsToPurge: Set<string>;
	/** Tags for content of the page that its URL does not name. */
	shownTags: Set<string>;
	/** Whether the page may be cached. Empty pages past the end of a list may not, because they have any number of URLs. */
	isCacheable: boolean;
	/** Sends one purge request of at most 100 tags. */
	purge(tags: string[]): Promise<PurgeResult>;
};

export const createEdge = (purge: Edge["purge"]): Edge => ({
	tagsToPurge: new Set(),
	shownTags: new Set(),
	isCacheable: true,
	purge,
});

/** Returns a function that adds tags to those that are purged after the response. */
export const collectTags =
	({ tagsToPurge }: Pick<Edge, "tagsToPurge">) =>
	(tags: string[]) => {
		for (const tag of tags) tagsToPurge.add(tag);
	};
