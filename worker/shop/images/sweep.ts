import { and, asc, eq, lt, notExists, sql } from "drizzle-orm";
import { images, productPictures, products, reviews, users } from "#worker/db/schema.ts";
import { pictureTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";

/** How long a visitor has to use an upload. */
const uploadTtlMs = 24 * 60 * 60 * 1000;
/**
 * Pictures removed in one run, each with two calls of R2: below the 1,000 subrequests that an invocation may make. With
 * a run every five minutes that is 115,000 a day; one account adds at most `uploadsPerDay`.
 */
const batchSize = 400;

/** An upload again since the look at its row must not lose its picture. */
async function removePicture({ env }: Shop, key: string, before: Date): Promise<void> {
	const kept = await env.PICTURES.head(key);
	if (kept && kept.uploaded < before) await env.PICTURES.delete(key);
}

/**
 * Uploads that nothing shows: forms that were never sent, pictures that were replaced. The row goes after its object, so that an object
 * that R2 did not delete is found by the next run.
 */
export async function sweepImages(shop: Shop, now: Date): Promise<SweepResult> {
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
	const isUnused = and(lt(images.createdAt, before), ...shown);
	const unused = await db
		.select({ key: images.key })
		.from(images)
		.where(isUnused)
		.orderBy(asc(images.createdAt))
		.limit(batchSize);
	const removed: string[] = [];
	const swept = await sweepEach(unused, async ({ key }) => {
		await removePicture(shop, key, before);
		removed.push(key);
		return true;
	});
	const keys = sql`(select value from json_each(${JSON.stringify(removed)}))`;
	await db.delete(images).where(and(isUnused, sql`${images.key} in ${keys}`));
	shop.purge(removed.map(pictureTag));
	return swept;
}
