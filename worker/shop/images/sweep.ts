import { and, asc, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import { images, productPictures, products, reviews, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** Milliseconds that a visitor has to use what was uploaded. */
const patience = 24 * 60 * 60 * 1000;
/** Pictures removed in one run. */
const batchSize = 200;

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
	const before = new Date(now.getTime() - patience);
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
	await Promise.all(removed.map(({ key }) => removePicture(shop, key, before)));
	return removed.length;
}
