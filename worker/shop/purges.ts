import { type SQL, sql } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { parseTexts } from "#worker/db/json.ts";
import { retry } from "#worker/db/retry.ts";
import { pendingPurges } from "#worker/db/schema.ts";
import type { ShopContext } from "./context.ts";
import { logFailure, redactQueryValues } from "./errors.ts";
import type { SweepResult } from "./sweep-each.ts";

/** The maximum per purge request (Cloudflare "Purge cache", operations per request). */
const maxTags = 100;
/** The maximum per run of the sweep: the bucket size of Cloudflare's rate limit for an account. */
const maxRequests = 25;

type PendingPurge = { tag: string; id: string };

const listPendingPurges = async ({ db }: ShopContext): Promise<PendingPurge[]> =>
	db
		.select({ tag: pendingPurges.tag, id: pendingPurges.id })
		.from(pendingPurges)
		.orderBy(pendingPurges.tag)
		.limit(maxTags);

/**
 * Stores tags until they are purged, in the same batch as the write that makes their pages stale, because the Worker may end before it
 * purges them.
 * @param from - the rest of the query that selects `tag`; must have a `where`, and may return a tag twice
 */
export function saveTags(db: Pick<Database, "insert">, tag: SQL, from: SQL) {
	const id = createId();
	// A tag that is already stored gets a new id, so that an earlier purge in flight does not delete its row.
	return {
		statement: db
			.insert(pendingPurges)
			.select(sql`select ${tag}, ${id}, ${Date.now()} ${from}`)
			.onConflictDoUpdate({ target: pendingPurges.tag, set: { id: sql`excluded.id` } }),
		tags: sql`(select json_group_array(tag) from ${pendingPurges} where id = ${id})`
			.mapWith(parseTexts)
			.as("tags"),
	};
}

const deletePendingPurges = ({ db }: ShopContext, purgedTags: PendingPurge[]) =>
	retry(async () =>
		db.run(sql`delete from ${pendingPurges}
			where tag in (select value from json_each(${JSON.stringify(purgedTags.map(({ tag }) => tag))}))
			and id in (select value from json_each(${JSON.stringify(purgedTags.map(({ id }) => id))}))`),
	);

const logPurgeFailure = logFailure("purge");

async function sendPurge({ edgeCache }: ShopContext, tags: string[]): Promise<boolean> {
	try {
		const { success, errors } = await edgeCache.purgeNow(tags);
		if (!success) console.error(JSON.stringify({ purgeRefused: tags, errors }));
		return success;
	} catch (error) {
		console.error(JSON.stringify({ purgeRefused: tags }), redactQueryValues(error));
		return false;
	}
}

/**
 * Purges `tags`, and as many pending tags as fit in one request. Stores those of `tags` that did not fit or were rejected.
 * @throws if they cannot be stored
 */
async function purgeOnce(shop: ShopContext, tags: string[], pending: PendingPurge[]) {
	const allTags = new Set([...tags, ...pending.map(({ tag }) => tag)]);
	const sentTags = new Set([...allTags].slice(0, maxTags));
	const isAccepted = await sendPurge(shop, [...sentTags]);
	const remaining = isAccepted ? tags.filter((tag) => !sentTags.has(tag)) : tags;
	if (remaining.length > 0) {
		const rows = sql`from json_each(${JSON.stringify(remaining)}) where true`;
		await retry(() => saveTags(shop.db, sql`value`, rows).statement);
	}
	const purgedTags = isAccepted ? pending.filter(({ tag }) => sentTags.has(tag)) : [];
	// If the delete fails, the tags are purged again, which is harmless.
	if (purgedTags.length > 0) await deletePendingPurges(shop, purgedTags).catch(logPurgeFailure);
	return { count: sentTags.size, isAccepted };
}

function takeTags({ edgeCache }: ShopContext): string[] {
	const tags = [...edgeCache.tagsToPurge];
	edgeCache.tagsToPurge.clear();
	return tags;
}

/** Purges the pages that this request has made stale. Never throws, because the write is already committed. */
export async function purgeChangedPages(shop: ShopContext): Promise<void> {
	const tags = takeTags(shop);
	if (tags.length === 0) return;
	const pending = await listPendingPurges(shop).catch((error: unknown) => {
		logPurgeFailure(error);
		return [];
	});
	try {
		await purgeOnce(shop, tags, pending);
	} catch (error) {
		// Neither purged nor stored: these pages are stale until they expire.
		console.error(JSON.stringify({ purgeLost: tags }), redactQueryValues(error));
	}
}

/** Purges the tags of the sweep's other tasks, and pending ones, until none are left or a purge is rejected. */
export async function sweepPurges(shop: ShopContext): Promise<SweepResult> {
	const result: SweepResult = { found: 0, fixed: 0, failed: 0 };
	for (let request = 0; request < maxRequests; request += 1) {
		const [tags, pending] = [takeTags(shop), await listPendingPurges(shop)];
		if (tags.length + pending.length === 0) break;
		const { count, isAccepted } = await purgeOnce(shop, tags, pending);
		result.found += count;
		result[isAccepted ? "fixed" : "failed"] += count;
		if (!isAccepted) break;
	}
	return result;
}
