import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { retry } from "#worker/db/retry.ts";
import { pendingPurges } from "#worker/db/schema.ts";
import type { Shop } from "./context.ts";
import { forLog } from "./errors.ts";
import type { SweepResult } from "./sweep-each.ts";

/** Tags in one purge request (Cloudflare "Purge cache", operations per request). */
const mostTags = 100;
/** Purge requests in one run of the sweep: as many as the bucket of an account holds. */
const mostRequests = 25;

type Pending = { tag: string; id: string };

const listPending = async ({ db }: Shop): Promise<Pending[]> =>
	db
		.select({ tag: pendingPurges.tag, id: pendingPurges.id })
		.from(pendingPurges)
		.orderBy(pendingPurges.tag)
		.limit(mostTags);

const tagsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/**
 * Stores tags until they are purged, in the same batch as the write that makes their pages stale, so that they survive a lost
 * response or a Worker that ends before its purge. The next purge or the sweep sends them.
 * @param tag expression for the tag; duplicates are allowed
 * @param from the rest of the query, with a condition
 * @returns the statement, and a column of the tags that it has kept
 */
export function saveTags(db: Pick<Database, "insert">, tag: SQL, from: SQL) {
	const id = createId();
	// A tag that is there gets a new id, so that an earlier purge in flight does not delete its row.
	return {
		statement: db
			.insert(pendingPurges)
			.select(sql`select ${tag}, ${id}, ${Date.now()} ${from}`)
			.onConflictDoUpdate({ target: pendingPurges.tag, set: { id: sql`excluded.id` } }),
		tags: sql`(select json_group_array(tag) from ${pendingPurges} where id = ${id})`
			.mapWith((text) => v.parse(tagsSchema, text))
			.as("tags"),
	};
}

const forget = ({ db }: Shop, done: Pending[]) =>
	retry(async () =>
		db.run(sql`delete from ${pendingPurges}
			where tag in (select value from json_each(${JSON.stringify(done.map(({ tag }) => tag))}))
			and id in (select value from json_each(${JSON.stringify(done.map(({ id }) => id))}))`),
	);

const logged = (error: unknown) => console.error("purge", forLog(error));

async function isPurged({ edge }: Shop, tags: string[]): Promise<boolean> {
	try {
		const { success, errors } = await edge.purge(tags);
		if (!success) console.error(JSON.stringify({ purgeRefused: tags, errors }));
		return success;
	} catch (error) {
		console.error(JSON.stringify({ purgeRefused: tags }), forLog(error));
		return false;
	}
}

/** One purge request: as many of `tags` as fit, then as many of the pending ones. @throws when the rest could not be stored */
async function purgeOnce(shop: Shop, tags: string[], known: Pending[]) {
	const all = new Set([...tags, ...known.map(({ tag }) => tag)]);
	const sent = new Set([...all].slice(0, mostTags));
	const purged = await isPurged(shop, [...sent]);
	const left = purged ? tags.filter((tag) => !sent.has(tag)) : tags;
	if (left.length > 0) {
		const each = sql`from json_each(${JSON.stringify(left)}) where true`;
		await retry(() => saveTags(shop.db, sql`value`, each).statement);
	}
	const done = purged ? known.filter(({ tag }) => sent.has(tag)) : [];
	// If the delete fails, the tags are purged again, which is harmless.
	if (done.length > 0) await forget(shop, done).catch(logged);
	return { count: sent.size, purged };
}

function takeChanged({ edge }: Shop): string[] {
	const tags = [...edge.tagsToPurge];
	edge.tagsToPurge.clear();
	return tags;
}

/**
 * Purges the cached pages that show what this request has changed, in one purge request. Tags that the edge refuses
 * are stored for the next purge or the sweep, whichever comes first. Never throws: the write is committed already.
 */
export async function purgeChanged(shop: Shop): Promise<void> {
	const tags = takeChanged(shop);
	if (tags.length === 0) return;
	const known = await listPending(shop).catch((error: unknown) => {
		logged(error);
		return [];
	});
	try {
		await purgeOnce(shop, tags, known);
	} catch (error) {
		// Neither purged nor stored: these pages are stale until they expire.
		console.error(JSON.stringify({ purgeLost: tags }), forLog(error));
	}
}

/** Purges tags that other parts of the sweep have changed, and pending ones, until none is left or a purge is refused again. */
export async function sweepPurges(shop: Shop): Promise<SweepResult> {
	const swept: SweepResult = { found: 0, fixed: 0, failed: 0 };
	for (let request = 0; request < mostRequests; request += 1) {
		const [tags, known] = [takeChanged(shop), await listPending(shop)];
		if (tags.length + known.length === 0) break;
		const { count, purged } = await purgeOnce(shop, tags, known);
		swept.found += count;
		swept[purged ? "fixed" : "failed"] += count;
		if (!purged) break;
	}
	return swept;
}
