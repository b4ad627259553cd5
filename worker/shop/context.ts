import type { Account } from "#contract/roles.ts";
import type { Database } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";

/** Who asks; without an account too. */
type Visitor = {
	/** Network address, for the log. */
	address: string;
	/** Who is counted as one address by rate limits (worker/http/request-context.ts). */
	network: string;
	/** Id of the request, for the log. */
	request: string;
	/** Id (hash) of the session that asks; null when signed out. */
	sessionId: string | null;
	/** The end of the bearer token that asks; null where none does. */
	tokenExpiresAt: Date | null;
};

/** Everything a rule of the shop may use; made once a request (worker/http/request-context.ts). */
export type Shop = {
	db: Database;
	account: Account | null;
	env: Env;
	/** `https://host` of this shop, as wrangler.toml says it: what is cached or mailed never follows a `Host` header. */
	origin: string;
	visitor: Visitor;
	/** Does what the visitor need not wait for: it begins now, and may end after the answer is out. */
	waitUntil(work: () => Promise<unknown>): void;
	/** The cache in front of public pages. */
	edge: Edge;
	/** Takes the pages that show any of these (cache-tags.ts) from the edge, once the answer is out. */
	purge(tags: string[]): void;
};

/** What became of a purge: Cloudflare refuses it by `success: false`, without throwing ("Purging the cache"). */
export type PurgeResult = { success: boolean; errors: { code: number; message: string }[] };

/** The cache in front of the pages that are the same for everyone, as one request knows it (docs/decisions/edge-cache.md). */
export type Edge = {
	/** Tags of what the request has changed, purged together after the response. */
	tagsToPurge: Set<string>;
	/** Tags of what the page shows in addition to what its URL names. */
	shownTags: Set<string>;
	/** Whether the page may be cached. The empty pages past the end of a list may not: there is no end to their URLs. */
	isCacheable: boolean;
	/** One purge request, of at most 100 tags. */
	purge(tags: string[]): Promise<PurgeResult>;
};

/** @returns the edge of a request that has changed and shown nothing so far */
export const createEdge = (purge: Edge["purge"]): Edge => ({
	tagsToPurge: new Set(),
	shownTags: new Set(),
	isCacheable: true,
	purge,
});

/** @returns what notes tags for the purge of this request */
export const collectTags =
	({ tagsToPurge }: Pick<Edge, "tagsToPurge">) =>
	(tags: string[]) => {
		for (const tag of tags) tagsToPurge.add(tag);
	};
