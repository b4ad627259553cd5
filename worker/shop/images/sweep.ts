import { and, asc, eq, lt, notExists, sql } from "drizzle-orm";
import { images, productPictures, products, reviews, users } from "#worker/db/schema.ts";
import { pictureTag } from "../cache-tags.ts";
import type { Shop } from "../context.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";

/** Unused uploads are deleted after this time. */
const uploadTtlMs = 24 * 60 * 60 * 1000;
/**
 * Pictures deleted in one run, each with two calls to R2: below Cloudflare's limit of 1,000 subrequests. With a run every five minutes
 * that is 115,000 a day; one account can add `uploadsPerDay`.
 */
const batchSize = 400;

/** Keeps a picture that was uploaded again after its row was read. */
async function removePicture({ env }: Shop, key: string, before: Date): Promise<void> {
	const stored = await env.PICTURES.head(key);
	if (stored && stored.uploaded < before) await env.PICTURES.delete(key);
}

/**
 * Deletes unused uploads: of forms that were never submitted, and pictures that were replaced. Deletes the row after the object, so that
 * the next run retries an object that R2 did not delete.
 */
export async function sweepImages(shop: Shop, now: Date): Promise<SweepResult> {
	const { db } = shop;
	const before = new Date(now.getTime() - uploadTtlMs);
	const path = sql`'/images/' || ${images.key}`;
	const isNotReferenced = [users, products, productPictures, reviews].map((table) =>
		notExists(db.select({ img: table.img }).from(table).where(eq(table.img, path))),
	);
	const isUnused = and(lt(images.createdAt, before), ...isNotReferenced);
	const unused = await db
		.select({ key: images.key })
		.from(images)
		.where(isUnused)
		.orderBy(asc(images.createdAt))
		.limit(batchSize);
	const deletedKeys: string[] = [];
	const result = await sweepEach(unused, async ({ key }) => {
		await removePicture(shop, key, before);
		deletedKeys.push(key);
		return true;
	});
	const keys = sql`(select value from json_each(${JSON.stringify(deletedKeys)}))`;
	await db.delete(images).where(and(isUnused, sql`${images.key} in ${keys}`));
	shop.purge(deletedKeys.map(pictureTag));
	return result;
}
