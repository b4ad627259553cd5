/** What became of a purge: Cloudflare refuses it by `success: false`, without throwing ("Purging the cache"). */
export type PurgeResult = { success: boolean; errors: { code: number; message: string }[] };

/** The cache in front of the pages that are the same for everyone, as one request knows it (docs/decisions/edge-cache.md). */
export type Edge = {
	/** Tags of what the request has changed: purged together, once it is answered. */
	changed: Set<string>;
	/** Tags of what the page shows besides what its address names. */
	shown: Set<string>;
	/** Whether the page may be kept: one of a list's endless empty pages may not. */
	mayKeep: boolean;
	/** One purge request, of at most 100 tags. */
	purge(tags: string[]): Promise<PurgeResult>;
};

/** @returns the edge of a request that has changed and shown nothing so far */
export const openEdge = (purge: Edge["purge"]): Edge => ({
	changed: new Set(),
	shown: new Set(),
	mayKeep: true,
	purge,
});

/** @returns what notes tags for the purge of this request */
export const purgeLater =
	({ changed }: Pick<Edge, "changed">) =>
	(tags: string[]) => {
		for (const tag of tags) changed.add(tag);
	};
