import { and, asc, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import { images, productPictures, products, reviews, users } from "#worker/db/schema.ts";
import { pictureTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";

/** Milliseconds that a visitor has to use an upload. */
const uploadTtlMs = 24 * 60 * 60 * 1000;
/**
 * Pictures removed in one run, each with two calls of R2: below the 1,000 subrequests that an invocation may make. With
 * a run every five minutes that is 115,000 a day; one account adds at most `uploadsPerDay`.
 */
const batchSize = 400;
/** Calls of R2 at once: six connections may wait for a response in one invocation. */
const concurrency = 5;

/** An upload again since the row was removed must not lose its picture. */
async function removePicture({ env }: Shop, key: string, before: Date): Promise<void> {
	const kept = await env.PICTURES.head(key);
	if (kept && kept.uploaded < before) await env.PICTURES.delete(key);
}

/**
 * Forgets uploads that no user, product, gallery or review shows: forms that were never sent, pictures that were replaced.
 * @param now uploads of the day before it are left alone
 * @returns how many were removed
 */
export async function sweepImages(shop: Shop, now: Date): Promise<number> {
	const { db } = shop;
	const before = new Date(now.getTime() - uploadTtlMs);
	const shown = [users, products, productPictures, reviews].map((table) =>
		notExists(
			db
				.select({ shown: sql`1` })
				.from(table)
				.where(eq(table.img, sql`'/images/' || ${images.key}`)),
		),
	);
	const unused = db
		.select({ key: images.key })
		.from(images)
		.where(and(lt(images.createdAt, before), ...shown))
		.orderBy(asc(images.createdAt))
		.limit(batchSize);
	const removed = await db
		.delete(images)
		.where(inArray(images.key, unused))
		.returning({ key: images.key });
	for (let from = 0; from < removed.length; from += concurrency) {
		const some = removed.slice(from, from + concurrency);
		await Promise.all(some.map(({ key }) => removePicture(shop, key, before)));
	}
	shop.purge(removed.map(({ key }) => pictureTag(key)));
	return removed.length;
}
